import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { type JobEvent, JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { type Delivery, MailRefused, sendMail } from '#app/gateways/mail.server.ts'
import { rememberDelivered, wasDelivered } from '#app/jobs/platform/completed-effects.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { outlastOutage } from '#app/jobs/platform/outlast-outage.server.ts'
import { log } from '#app/log.server.ts'
import type { Mail, Message } from '#app/mails/platform/define-mail.ts'
import { hasDeclinedTopic } from '#app/models/accounts/mailbox/mailbox.server.ts'
import {
  clearRefusalAfterDelivery,
  recordAddressRefusal,
} from '#app/models/accounts/mailbox/refused-address.server.ts'
import {
  isMailSent,
  type MailAddress,
  type MailOutcome,
  queueMailCopies,
  recordMail,
} from '#app/models/backoffice/mail.server.ts'
import { makeEventName } from '#app/models/platform/backup.server.ts'
import { emitSignal } from '#app/signals.server.ts'

/** Returns a job that builds the mail from current data and sends it once per effect. */
export function makeMailJob(mail: Mail): Job {
  return {
    queue: 'mail',
    async run(subject, event) {
      if (await wasDelivered(event)) await addMissingLogEntry(mail, subject, event)
      else if (!(await sendMailIfCurrent(mail, subject, event))) return
      await mail.onSent?.(subject)
    },
  }
}

/** Sends the mail. Returns false if it is obsolete or the reader opted out. */
async function sendMailIfCurrent(mail: Mail, subject: string, event: JobEvent): Promise<boolean> {
  try {
    const message = await mail.prepare(subject, event)
    if (!message) return false
    if (await isDeclined(message)) {
      await logOutcome(event, pickAddress(message), { state: 'declined' })
      await mail.onRefusal?.(subject)
      return false
    }
    if (!event.isResend && message.copyTo?.length) await queueMailCopies(event.id, message.copyTo)
    const delivery = await deliverMail(event, message)
    log.info({ job: mail.name, subject, ...delivery }, 'mail sent')
    return true
  } catch (error) {
    if (error instanceof JobRefused) await mail.onRefusal?.(subject)
    throw error
  }
}

/** Returns whether the reader opted out. Called just before sending, because readers may opt out at any time. */
async function isDeclined({ optOut }: Message): Promise<boolean> {
  return optOut !== undefined && hasDeclinedTopic(optOut.userId, optOut.topic)
}

function pickAddress({ to, content, personId }: Message): MailAddress {
  return { to, subject: content.subject, personId }
}

/** Adds a missing entry to the mail log, unless the mail has become obsolete. */
async function addMissingLogEntry(mail: Mail, subject: string, event: JobEvent): Promise<void> {
  log.info({ job: mail.name, subject }, 'mail was sent by an earlier attempt')
  if (await isMailSent(event.id)) return
  const message = await mail.prepare(subject, event).catch(ignoreRefusal)
  if (message) await logOutcome(event, pickAddress(message), { state: 'sent' })
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof JobRefused)) throw error
}

/** Sends a mail and logs the outcome. Throws JobRefused for a final rejection; other errors cause a retry. */
export async function deliverMail(event: JobEvent, message: Message): Promise<Delivery> {
  const { sender, content, optOut, personId, copyTo: _, ...otherFields } = message
  const mail = { ...otherFields, ...content, unsubscribeUrl: optOut?.url }
  try {
    if (isRemovedEmail(mail.to)) throw new JobRefused('the account of the recipient was removed')
    const from = env.MAIL_FROM ?? `"${sender.name}" <${sender.email}>`
    const id = await makeEventName(event.id)
    const delivery = await sendMail({ id, from, ...mail }).catch((error) =>
      rethrowMailRefusal(error, mail.to),
    )
    await rememberDelivered(event)
    reachFaultPoint('mail:delivered')
    await logOutcome(event, pickAddress(message), { state: 'sent' })
    return delivery
  } catch (error) {
    const state = error instanceof JobRefused ? 'refused' : 'failed'
    await logOutcome(event, pickAddress(message), {
      state,
      error: error instanceof Error ? error.message : String(error),
    })
    throw error
  }
}

/** Logs the outcome. Never throws, because a missing entry must neither repeat nor suppress a mail. */
async function logOutcome(event: JobEvent, mail: MailAddress, outcome: MailOutcome): Promise<void> {
  emitSignal('mail', outcome)
  const recordOutcome = async () => {
    if (outcome.state === 'sent') await clearRefusalAfterDelivery(mail.to)
    await recordMail(event.id, mail, outcome)
  }
  const recording = outcome.state === 'sent' ? outlastOutage(recordOutcome) : recordOutcome()
  await recording.catch((error) =>
    log.warn({ err: error, eventId: event.id }, 'mail not noted in the log of mails'),
  )
}

async function rethrowMailRefusal(error: unknown, to: string): Promise<never> {
  if (!(error instanceof MailRefused)) throw error
  await recordAddressRefusal(to, { by: 'server', code: error.code }).catch((err) =>
    log.warn({ err }, 'refused address not noted'),
  )
  throw new JobRefused(error.message)
}
