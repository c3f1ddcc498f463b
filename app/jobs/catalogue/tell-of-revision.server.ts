import { newRevisionMail } from '#app/emails/new-revision.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/platform/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findNoticeMail, recordTold, recordUntold } from '#app/models/subscriptions/revision-notice.server.ts'
import { paths } from '#app/paths.ts'

/**
 * Mails one subscriber that a revision is out, and notes when, or that it cannot be; who was told already is told once
 * more only at the wish of staff, and an account closed since is left out (D37).
 */
export const tellOfRevision: Job = {
  queue: 'work',
  async run(subject, event) {
    const [, noticeId, profileId] = /^(\d+)\/(\d+)$/.exec(subject)?.map(Number) ?? []
    if (!noticeId || !profileId) throw new JobRefused('no notice and person to tell')
    const mail = await findNoticeMail(noticeId, profileId)
    if (!mail || (mail.isTold && !event.isResend)) return
    if (mail.isClosed) return recordUntold(noticeId, profileId)
    try {
      const sender = await mailSender()
      const content = newRevisionMail({ ...mail, manageUrl: `${env.PUBLIC_URL}${paths.manage()}`, sender })
      const delivery = await handOver(event, sender, { to: mail.email, ...content })
      log.info({ noticeId, profileId, ...delivery }, 'notice of a revision handed over')
    } catch (error) {
      if (error instanceof JobRefused) await recordUntold(noticeId, profileId)
      throw error
    }
    await recordTold(noticeId, profileId)
  },
}
