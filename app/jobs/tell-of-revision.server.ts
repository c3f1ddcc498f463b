import { newRevisionMail } from '#app/emails/new-revision.tsx'
import { env } from '#app/env.server.ts'
import { handOver, mailSender } from '#app/jobs/hand-over.server.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { log } from '#app/log.server.ts'
import { findNoticeMail, recordTold } from '#app/models/revision-notice.server.ts'
import { paths } from '#app/web/paths.ts'

/** Mails one subscriber that a revision is out, and notes when; an account closed since is left out (D37). */
export const tellOfRevision: Job = {
  queue: 'work',
  async run(subject, event) {
    const [, noticeId, profileId] = /^(\d+)\/(\d+)$/.exec(subject)?.map(Number) ?? []
    if (!noticeId || !profileId) throw new JobRefused('no notice and person to tell')
    const mail = await findNoticeMail(noticeId, profileId)
    if (!mail) return
    if (mail.isClosed) return recordTold(noticeId, profileId, 'unsent_at')
    const sender = await mailSender()
    const content = newRevisionMail({ ...mail, manageUrl: `${env.PUBLIC_URL}${paths.manage()}`, sender })
    try {
      const delivery = await handOver(event, sender, { to: mail.email, ...content })
      log.info({ noticeId, profileId, ...delivery }, 'notice of a revision handed over')
    } catch (error) {
      if (error instanceof JobRefused) await recordTold(noticeId, profileId, 'unsent_at')
      throw error
    }
    await recordTold(noticeId, profileId, 'sent_at')
  },
}
