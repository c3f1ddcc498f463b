import type { ActionFunctionArgs } from '@remix-run/node'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { logOut } from '#app/http/session.server.ts'
import { paths } from '#app/paths.ts'

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
