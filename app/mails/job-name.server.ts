import { mails } from '#app/mails/mails.server.ts'
import { taskName } from '#app/text/platform/job-labels.ts'

const labels = new Map<string, string>(mails.map(({ name, label }) => [name, label]))

/** The name of a job or of a schedule, for staff; one that is not known, such as of an older version, as it is. */
export function jobName(job: string): string {
  return labels.get(job) ?? taskName(job)
}
