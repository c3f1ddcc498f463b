import { contactMessageMail } from '#app/emails/contact-message.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findContactMessage } from '#app/models/accounts/contact-message.server.ts'

/** Mails a contact message to the company; "reply" answers the person who wrote it (F68). */
export const forwardContactMessage: Job = {
  queue: 'work',
  async run(subject, event) {
    const message = await findContactMessage(Number(subject))
    if (!message) throw new JobRefused('no contact message to forward')
    const sender = await mailSender()
    const replyTo = { name: message.name, address: message.email }
    const content = contactMessageMail({ ...message, createdAt: message.created_at, sender })
    const delivery = await handOver(event, sender, { to: sender.email, replyTo, ...content })
    log.info({ messageId: message.id, ...delivery }, 'contact message handed over')
  },
}
