import type { Job } from '#app/jobs/platform/job.ts'
import { mails } from '#app/mails/mails.server.ts'
import { findMailToFormerAddress, requestResend } from '#app/models/backoffice/mail.server.ts'

/** Sends the newest order mail again after the account's e-mail was corrected; nothing once it is obsolete (D192). */
export const resendOrderMail: Job = {
  queue: 'mail',
  async run(subject, event) {
    const found = await findMailToFormerAddress(Number(subject))
    const mail = found && mails.find(({ name }) => name === found.job)
    if (!found || !mail) return
    const { readerId, seen, userId } = found
    const isCurrent = await mail.prepare(found.subject, { ...event, isResend: true, readerId })
    if (isCurrent) await requestResend(found.id, seen, userId)
  },
}
