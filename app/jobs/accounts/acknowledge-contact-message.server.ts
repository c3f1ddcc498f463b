import { contactReceiptMail } from '#app/emails/contact-receipt.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findContactMessage } from '#app/models/accounts/contact-message.server.ts'

/** Mails the sender of a contact message its protocol number and when to expect an answer (Decreto 7.962, art. 4). */
export const acknowledgeContactMessage: Job = {
  queue: 'work',
  async run(subject, event) {
    const message = await findContactMessage(Number(subject))
    if (!message) throw new JobRefused('no contact message to acknowledge')
    const sender = await mailSender()
    const content = contactReceiptMail({ id: message.id, createdAt: message.created_at, sender })
    const delivery = await handOver(event, sender, { to: message.email, ...content })
    log.info({ messageId: message.id, ...delivery }, 'contact receipt handed over')
  },
}
