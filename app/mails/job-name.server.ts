import { mails } from '#app/mails/mails.server.ts'
import { taskName } from '#app/text/platform/job-labels.ts'

const labels = new Map<string, string>(mails.map(({ name, label }) => [name, label]))

/** Falls back to the name itself, for jobs of older versions. */
export function jobName(job: string): string {
  return labels.get(job) ?? taskName(job)
}
