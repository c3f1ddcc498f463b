import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { issueCertificate } from '#app/models/certificate.server.ts'
import { findUserForStaff } from '#app/models/user-edit.server.ts'
import { messages } from '#app/text/messages.ts'
import { redirectWithFlash } from '#app/web/flash.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { paths } from '#app/web/paths.ts'
import { redirectToFile } from '#app/web/prepared-file.server.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

/** An address to post to; who only looks is led to the user. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return redirect(paths.admin.user(idFrom(args.params.id) ?? notFound()))
}

/** The certificate of a client, named after the e-mail, for the member of staff who asks (F74). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const user = (await findUserForStaff(idFrom(args.params.id) ?? notFound())) ?? notFound()
  const fileId = await issueCertificate({
    profileId: user.id,
    userId,
    subscriptionId: undefined,
    fileName: `${user.email}.pdf`,
    today: civilDateIn(new Date()),
  })
  if (fileId !== undefined) return redirectToFile(fileId, userId)
  return redirectWithFlash(paths.admin.user(user.id), { tone: 'warn', text: messages.nothingInForce })
}
