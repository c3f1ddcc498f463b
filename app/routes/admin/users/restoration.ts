import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { undoDeletion } from '#app/models/backoffice/deletion.server.ts'
import { paths } from '#app/paths.ts'

/** Redirects to the user: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return redirect(paths.admin.user(parseId(args.params.id) ?? notFound()))
}

/** Reactivates an account whose deletion was requested. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = (await findUserForStaff(parseId(args.params.id) ?? notFound())) ?? notFound()
  const isUndone = await undoDeletion(user.userId, viewer.userId)
  return redirectWithFlash(
    paths.admin.user(user.id),
    isUndone
      ? { tone: 'good', text: 'Exclusão desfeita. A conta está ativa de novo.' }
      : { tone: 'warn', text: 'Não há exclusão a desfazer.' },
  )
}
