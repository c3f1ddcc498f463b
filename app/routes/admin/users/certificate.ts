import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { issueCertificate } from '#app/models/certificate.server.ts'
import { findUserForStaff } from '#app/models/user-edit.server.ts'
import { messages } from '#app/text/messages.ts'
import { redirectWithFlash } from '#app/web/flash.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { paths, safeRedirect } from '#app/web/paths.ts'
import { redirectToFile } from '#app/web/prepared-file.server.ts'
import { notFound, readForm } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

/** An address to post to; who only looks is led to the user. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return redirect(paths.admin.user(idFrom(args.params.id) ?? notFound()))
}

/**
 * The certificate of a client, named after the e-mail, for the member of staff who asks (F74). Where there is none to
 * give, back to where it was asked for, `return_to`.
 */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const user = (await findUserForStaff(idFrom(args.params.id) ?? notFound())) ?? notFound()
  if (user.isRemoved) return notFound()
  const back = (await readForm(args.request)).get('return_to')
  const fileId = await issueCertificate({
    profileId: user.id,
    userId,
    subscriptionId: undefined,
    fileName: `${user.email}.pdf`,
    today: civilDateIn(new Date()),
  })
  if (fileId !== undefined) return redirectToFile(fileId, userId)
  const location = safeRedirect(back, paths.admin.user(user.id))
  const text = `${user.shownName ?? user.name}: ${messages.nothingInForce}`
  return redirectWithFlash(location, { tone: 'warn', text })
}
