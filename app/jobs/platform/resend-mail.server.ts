import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findResend, isMailNoted } from '#app/models/backoffice/mail.server.ts'

/**
 * Runs the first delivery's job under this event: the mail tells the current state and has a new Message-ID. Refused
 * when the mail is obsolete.
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
