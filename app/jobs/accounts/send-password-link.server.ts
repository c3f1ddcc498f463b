import { passwordLinkMail } from '#app/emails/password-link.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the link for a new password; nothing for an e-mail without an account and for a link that is over (D51). */
export const sendPasswordLink: Job = {
  queue: 'work',
  async run(subject, event) {
    const link = await findPasswordLink(Number(subject))
    if (!link) return
    if (!link.token) throw new JobRefused('the secret this link was made with is no longer in use')
    const sender = await mailSender()
    const url = `${env.PUBLIC_URL}${paths.changePassword(link.token)}`
    const { contactName, expiresAt } = link
    const content = passwordLinkMail({ contactName, url, expiresAt, sender })
    const delivery = await handOver(event, sender, { to: link.email, ...content })
    log.info({ resetId: Number(subject), ...delivery }, 'password link handed over')
  },
}
