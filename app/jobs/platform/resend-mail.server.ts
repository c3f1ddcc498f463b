import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { mails } from '#app/mails/mails.server.ts'
import {
  findCopiedMail,
  findMailToFormerAddress,
  findResend,
  isMailRecorded,
  requestResend,
} from '#app/models/backoffice/mail.server.ts'

/** Returns a job that sends a mail again with current data and a new id. Throws JobRefused if the mail is obsolete. */
export function resendMail(findJob: (name: string) => Job | undefined): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      const mail = await findResend(subject)
      const job = mail && findJob(mail.job)
      if (!mail || !job) throw new JobRefused('no mail to send again')
      await job.run(mail.subject, { ...event, isResend: true, readerId: mail.readerId })
      if (!(await isMailRecorded(event.id))) throw new JobRefused('mail obsolete')
    },
  }
}

/** Sends the newest order mail again after the account's e-mail was corrected, unless the mail is obsolete. */
export const resendOrderMail: Job = {
  queue: 'mail',
  async run(subject, event) {
    const orderMail = await findMailToFormerAddress(Number(subject))
    const mail = orderMail && mails.find(({ name }) => name === orderMail.job)
    if (!orderMail || !mail) return
    const { readerId, seenResends, userId } = orderMail
    const currentMessage = await mail.prepare(orderMail.subject, { ...event, isResend: true, readerId })
    if (currentMessage) await requestResend(orderMail.id, seenResends, userId)
  },
}

/** Returns a job that sends a copy of another effect's mail to the colleague who placed the order. */
export function copyMail(findJob: (name: string) => Job | undefined): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      const copiedMail = await findCopiedMail(subject)
      const job = copiedMail && findJob(copiedMail.job)
      if (!copiedMail || !job) throw new JobRefused('no mail to copy')
      await job.run(copiedMail.subject, { ...event, readerId: copiedMail.readerId, isResend: true })
    },
  }
}
