import { emailLinkMail } from '#app/emails/email-link.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findEmailLink } from '#app/models/accounts/email-request.server.ts'
import { paths } from '#app/paths.ts'

/** Mails the link that makes an address the account's e-mail, to that address; nothing for a link that is over. */
export const sendEmailLink: Job = {
  queue: 'work',
  async run(subject, event) {
    const link = await findEmailLink(Number(subject))
    if (!link) return
    const { email, token, contactName, expiresAt } = link
    if (!token) throw new JobRefused('the secret this link was made with is no longer in use')
    const sender = await mailSender()
    const url = `${env.PUBLIC_URL}${paths.confirmEmail(token)}`
    const content = emailLinkMail({ contactName, url, expiresAt, sender })
    const delivery = await handOver(event, sender, { to: email, ...content })
    log.info({ requestId: Number(subject), ...delivery }, 'link for another e-mail handed over')
  },
}
