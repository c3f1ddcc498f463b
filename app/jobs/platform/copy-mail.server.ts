import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findCopiedMail } from '#app/models/backoffice/mail.server.ts'

/** Sends the mail of another event to the colleague who placed its order (D156). */
export function copyMail(jobNamed: (name: string) => Job | undefined): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      const copied = await findCopiedMail(subject)
      const job = copied && jobNamed(copied.job)
      if (!copied || !job) throw new JobRefused('no mail to copy')
      await job.run(copied.subject, { ...event, readerId: copied.readerId, isResend: true })
    },
  }
}
