import { isRemovedEmail } from '#app/domain/data-keeping.ts'
import type { Sender } from '#app/emails/mail-layout.tsx'
import { env } from '#app/env.server.ts'
import { type Delivery, type Mail, MailRefused, sendMail } from '#app/gateways/mail.server.ts'
import { JobRefused } from '#app/jobs/job.ts'
import { findCompany } from '#app/models/setting.server.ts'
import { companyContact } from '#app/text/address-words.ts'

/** What a file of emails/ gives. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

/** The company as the sender of a mail. Throws JobRefused while the settings name none. */
export async function mailSender(): Promise<Sender> {
  const company = await findCompany()
  if (!company) throw new JobRefused('no company in the settings')
  return companyContact(company)
}

/**
 * Hands a mail of the shop over; the event's id makes a repetition recognisable. Throws JobRefused for a final no of
 * the mail server and for a removed account, anything else for what may be tried again.
 */
export async function handOver(
  event: { id: number },
  sender: Sender,
  mail: MailContent & Pick<Mail, 'to' | 'replyTo'>,
): Promise<Delivery> {
  if (isRemovedEmail(mail.to)) throw new JobRefused('the account to be told was removed')
  const from = env.MAIL_FROM ?? `"${sender.name}" <${sender.email}>`
  return sendMail({ id: `evt-${event.id}`, from, ...mail }).catch(refuseMail)
}

function refuseMail(error: unknown): never {
  throw error instanceof MailRefused ? new JobRefused(error.message) : error
}
