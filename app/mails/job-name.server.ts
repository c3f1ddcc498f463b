import { mails } from '#app/mails/mails.server.ts'
import { getTaskName } from '#app/text/platform/job-labels.ts'

const mailsByName = new Map<string, (typeof mails)[number]>(mails.map((mail) => [mail.name, mail]))

/** Returns the job's label; for jobs of older versions, the name itself. */
export function getJobName(job: string): string {
  return mailsByName.get(job)?.label ?? getTaskName(job)
}

/** Returns where a resent mail of this job goes: 'ao endereço atual da conta'. */
export function describeMailAddressee(job: string): string {
  return mailsByName.get(job)?.addressee ?? 'ao endereço atual da conta'
}
