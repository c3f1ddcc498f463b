import { emailChangedMail } from '#app/emails/email-changed.tsx'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findEmailChange } from '#app/models/accounts/account.server.ts'

/** Mails the address an account had that it has another one now. */
export const tellEmailChanged: Job = {
  queue: 'work',
  async run(subject, event) {
    const change = await findEmailChange(Number(subject))
    if (!change) return
    const { oldEmail, ...facts } = change
    const sender = await mailSender()
    const content = emailChangedMail({ ...facts, sender })
    const delivery = await handOver(event, sender, { to: oldEmail, ...content })
    log.info({ changeId: Number(subject), ...delivery }, 'change of e-mail told')
  },
}
