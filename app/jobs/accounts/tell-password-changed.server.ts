import { passwordChangedMail } from '#app/emails/password-changed.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findPasswordChange } from '#app/models/accounts/account.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the owner of an account that its password was changed; the subject is the row of the history. */
export const tellPasswordChanged: Job = {
  queue: 'work',
  async run(subject, event) {
    const change = await findPasswordChange(Number(subject))
    if (!change) return
    const { email, ...facts } = change
    const sender = await mailSender()
    const recoverUrl = `${env.PUBLIC_URL}${paths.recover()}`
    const content = passwordChangedMail({ ...facts, recoverUrl, sender })
    const delivery = await handOver(event, sender, { to: email, ...content })
    log.info({ historyId: Number(subject), ...delivery }, 'change of password told')
  },
}
