import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Redirects to the user: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return redirect(paths.admin.user(parseId(args.params.id) ?? notFound()))
}

/**
 * Issues a client's certificate for staff as a file named after the client's e-mail (F74). Without active
 * subscriptions, redirects to `return_to`.
 */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const user = (await findUserForStaff(parseId(args.params.id) ?? notFound())) ?? notFound()
  if (user.isRemoved) return notFound()
  const returnPath = (await readForm(args.request)).get('return_to')
  const fileId = await issueCertificate({
    profileId: user.id,
    userId,
    subscriptionId: undefined,
    fileName: `${user.email}.pdf`,
    today: toCivilDate(new Date()),
  })
  if (fileId !== undefined) return redirectToFile(fileId, userId)
  const location = getSafeRedirect(returnPath, paths.admin.user(user.id))
  const text = `${user.shownName ?? user.name}: ${messages.nothingInForce}`
  return redirectWithFlash(location, { tone: 'warn', text })
}
