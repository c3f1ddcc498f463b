import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { env } from '#app/env.server.ts'
import { type Delivery, MailRefused, sendMail } from '#app/gateways/mail.server.ts'
import { type Job, type JobEvent, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import type { Mail, Message } from '#app/mails/platform/define-mail.ts'
import { type Addressed, type MailOutcome, recordMail } from '#app/models/backoffice/mail.server.ts'
import { signal } from '#app/signals.server.ts'

/** The job of a mail: written from the current state, sent once for each event. */
export function mailJob(mail: Mail): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      try {
        const message = await mail.prepare(subject, event)
        if (!message) return
        const delivery = await deliverMail(event, message)
        log.info({ job: mail.name, subject, ...delivery }, 'mail sent')
      } catch (error) {
        if (error instanceof JobRefused) await mail.refused?.(subject)
        throw error
      }
      await mail.sent?.(subject)
    },
  }
}

/**
 * Sends a mail and logs the outcome; the event's id makes a repeat recognisable. Throws JobRefused for a final refusal
 * by the mail server and for a removed account; any other error may be retried.
 */
export async function deliverMail(
  event: JobEvent,
  { sender, content, ...addressed }: Message,
): Promise<Delivery> {
  const mail = { ...addressed, ...content }
  try {
    if (isRemovedEmail(mail.to)) throw new JobRefused('the account of the recipient was removed')
    const from = env.MAIL_FROM ?? `"${sender.name}" <${sender.email}>`
    const delivery = await sendMail({ id: `evt-${event.id}`, from, ...mail }).catch(rejectMail)
    await note(event, mail, { state: 'sent' })
    return delivery
  } catch (error) {
    const state = error instanceof JobRefused ? 'refused' : 'failed'
    await note(event, mail, { state, error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** A failed log entry must neither repeat nor suppress a mail. */
async function note(event: JobEvent, { to, subject }: Addressed, outcome: MailOutcome): Promise<void> {
  signal('mail', outcome)
  await recordMail(event.id, { to, subject }, outcome).catch((error) =>
    log.warn({ err: error, eventId: event.id }, 'mail not noted in the log of mails'),
  )
}

function rejectMail(error: unknown): never {
  throw error instanceof MailRefused ? new JobRefused(error.message) : error
}
