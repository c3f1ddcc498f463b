import { isRemovedEmail } from '#app/domain/accounts/data-keeping.ts'
import type { Sender } from '#app/emails/mail-layout.tsx'
import { env } from '#app/env.server.ts'
import { type Delivery, type Mail, MailRefused, sendMail } from '#app/gateways/mail.server.ts'
import { type JobEvent, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { type Addressed, type MailOutcome, recordMail } from '#app/models/backoffice/mail.server.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'
import { companyContact } from '#app/text/accounts/address-words.ts'

/** What a file of emails/ gives. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'html' | 'inline'>

/** The company as the sender of a mail. Throws JobRefused while the settings name none. */
export async function mailSender(): Promise<Sender> {
  const company = await findCompany()
  if (!company) throw new JobRefused('no company in the settings')
  return companyContact(company)
}

/**
 * Hands a mail of the shop over and notes in the log of mails how that went; the event's id makes a repetition
 * recognisable. Throws JobRefused for a final no of the mail server and for a removed account, anything else for what may
 * be tried again.
 */
export async function handOver(
  event: JobEvent,
  sender: Sender,
  mail: MailContent & Pick<Mail, 'to' | 'replyTo'>,
): Promise<Delivery> {
  try {
    if (isRemovedEmail(mail.to)) throw new JobRefused('the account to be told was removed')
    const from = env.MAIL_FROM ?? `"${sender.name}" <${sender.email}>`
    const delivery = await sendMail({ id: `evt-${event.id}`, from, ...mail }).catch(refuseMail)
    await note(event, mail, { state: 'sent' })
    return delivery
  } catch (error) {
    const state = error instanceof JobRefused ? 'refused' : 'failed'
    await note(event, mail, { state, error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** The log of mails tells what happened; that it could not be written is no reason to send a mail again or not at all. */
async function note(event: JobEvent, { to, subject }: Addressed, outcome: MailOutcome): Promise<void> {
  await recordMail(event.id, { to, subject }, outcome).catch((error) =>
    log.warn({ err: error, eventId: event.id }, 'mail not noted in the log of mails'),
  )
}

function refuseMail(error: unknown): never {
  throw error instanceof MailRefused ? new JobRefused(error.message) : error
}
