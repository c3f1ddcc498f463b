import type { ActionFunctionArgs } from '@remix-run/node'
import { redirectWithFlash, seeOther } from '#app/web/flash.server.ts'
import { paths } from '#app/web/paths.ts'
import { logOut } from '#app/web/session.server.ts'

export function loader() {
  return seeOther(paths.home())
}

export async function action({ request }: ActionFunctionArgs) {
  return redirectWithFlash(
    paths.home(),
    { tone: 'good', text: 'Você saiu da sua conta.' },
    await logOut(request),
  )
}
