import { mails } from '#app/mails/mails.server.ts'
import { getTaskName } from '#app/text/platform/job-labels.ts'

const mailsByName = new Map<string, (typeof mails)[number]>(mails.map((mail) => [mail.name, mail]))

/** Returns the job's label; the name itself if an older version of the shop queued the job. */
export function getJobName(job: string): string {
  return mailsByName.get(job)?.label ?? getTaskName(job)
}

/** Returns the recipient of a resent mail as a phrase, such as 'ao endereço atual da conta'. */
export function describeMailAddressee(job: string): string {
  return mailsByName.get(job)?.addressee ?? 'ao endereço atual da conta'
}
