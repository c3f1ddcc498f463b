import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findResend, isMailNoted } from '#app/models/backoffice/mail.server.ts'

/**
 * Sends a mail once more at the wish of staff: the first delivery's job runs for the same subject under this event, so the
 * mail says what is true now and has a Message-ID of its own. Refused when there is nothing to say any more.
 */
export function resendMail(jobNamed: (name: string) => Job | undefined): Job {
  return {
    queue: 'work',
    async run(subject, event) {
      const mail = await findResend(subject)
      const job = mail && jobNamed(mail.job)
      if (!mail || !job) throw new JobRefused('no mail to send again')
      await job.run(mail.subject, { ...event, isResend: true })
      if (!(await isMailNoted(event.id))) throw new JobRefused('mail obsolete')
    },
  }
}
