import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findResend, isMailNoted } from '#app/models/backoffice/mail.server.ts'

/** Sends the present state under a new Message-ID, by the first delivery's job; refused when obsolete. */
export function resendMail(jobNamed: (name: string) => Job | undefined): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      const mail = await findResend(subject)
      const job = mail && jobNamed(mail.job)
      if (!mail || !job) throw new JobRefused('no mail to send again')
      await job.run(mail.subject, { ...event, isResend: true, readerId: mail.readerId })
      if (!(await isMailNoted(event.id))) throw new JobRefused('mail obsolete')
    },
  }
}
