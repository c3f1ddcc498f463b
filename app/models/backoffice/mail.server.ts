import { sql } from 'kysely'
import type { MailEffect } from '#app/domain/reports/effect.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** In the order of their numbers in a list's filter, 1 to 3. */
export const mailStates = ['sent', 'refused', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export type Addressed = { to: string; subject: string }
export type MailOutcome = { state: MailState; error?: string }

const effects = ['resend-mail'] as const satisfies MailEffect[]
/** A link for a new password is made once, for whoever asked; it is asked for again, never sent again (D51). */
const neverResent = new Set<string>(['send-password-link'])
/**
 * Notes how a try to send the mail of an event went: one row for each event, whatever its tries. A mail that was sent
 * stays so. Nothing is noted for an event the outbox does not know.
 */
export async function recordMail(outboxId: number, { to, subject }: Addressed, outcome: MailOutcome) {
  const origin = await findOrigin(outboxId)
  if (!origin) return
  const now = new Date()
  const error = outcome.error?.slice(0, 300) ?? null
  const sentAt = outcome.state === 'sent' ? now : null
  const facts = { outbox_id: outboxId, ...origin, user_id: await findOwner(to) }
  await db
    .insertInto('mails')
    .values({
      ...facts,
      to_address: to,
      subject: subject.slice(0, 200),
      state: outcome.state,
      error,
      sent_at: sentAt,
    })
    .onDuplicateKeyUpdate((eb) => ({
      attempts: eb('attempts', '+', 1),
      error: sql`if(state = 'sent', error, ${error})`,
      sent_at: sql`coalesce(sent_at, ${sentAt})`,
      state: sql`if(state = 'sent', state, ${outcome.state})`,
    }))
    .execute()
}

/** Whose account an address is or was until a short while ago, so that the log can forget it with the account. */
async function findOwner(address: string): Promise<number | null> {
  const user = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
  if (user) return user.id
  const change = await db
    .selectFrom('email_changes')
    .select('user_id')
    .where('old_email', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change?.user_id ?? null
}

/** Job and subject an event stands for; of a mail sent again those of the first delivery. */
async function findOrigin(outboxId: number) {
  const row = await db
    .selectFrom('outbox')
    .select(['job', 'subject'])
    .where('id', '=', outboxId)
    .executeTakeFirst()
  if (row?.job !== 'resend-mail') return row && { job: row.job, subject_ref: row.subject }
  return db
    .selectFrom('mails')
    .select(['job', 'subject_ref'])
    .where('id', '=', Number.parseInt(row.subject, 10))
    .executeTakeFirst()
}

/** A mail with what became of its being sent again; undefined when there is none. */
export async function findMail(id: number) {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'outbox_id', 'job', 'subject_ref', 'to_address', 'subject', 'state', 'error', 'attempts'])
    .select(['created_at', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) return undefined
  const resends = await db
    .selectFrom('outbox')
    .select(['id', 'subject', 'created_at', 'done_at', 'refused_at', 'last_error'])
    .where('job', '=', 'resend-mail')
    .where('subject', 'like', `${id}/%`)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return { ...mail, canBeResent: !neverResent.has(mail.job), resends, seen: highestOf(resends) }
}

/** The number of the last resend; those done long ago are kept no longer, so they cannot be counted. */
function highestOf(resends: readonly { subject: string }[]): number {
  return Math.max(0, ...resends.map(({ subject }) => Number(subject.split('/')[1])))
}

/**
 * Promises to send a mail once more with what is true now, under another Message-ID. `seen` is the number of the last
 * resend the form knows, so that a form sent twice is one mail: the second is 'repeated'. 'never' for a mail that is
 * never sent again or is gone.
 */
export function requestResend(
  mailId: number,
  seen: number,
  actorUserId: number,
): Promise<'promised' | 'repeated' | 'never'> {
  return withTransaction(async (trx) => {
    const mail = await trx
      .selectFrom('mails')
      .select('job')
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    if (!mail || neverResent.has(mail.job)) return 'never'
    const added = await addToOutbox(trx, effects, `${mailId}/${seen + 1}`)
    if (added === 0) return 'repeated'
    const entry = { entity: 'mail', entityId: mailId, action: 'resend-asked', actorUserId } as const
    await recordHistory(trx, { ...entry, details: { job: mail.job } })
    return 'promised'
  })
}

/** What the job needs to send a mail again; undefined when its row is gone or may not be sent again. */
export async function findResend(subject: string): Promise<{ job: string; subject: string } | undefined> {
  const mail = await db
    .selectFrom('mails')
    .select(['job', 'subject_ref'])
    .where('id', '=', Number.parseInt(subject, 10))
    .executeTakeFirst()
  return mail && !neverResent.has(mail.job) ? { job: mail.job, subject: mail.subject_ref } : undefined
}

/** True when an event has a row in the log, so something was sent or tried. */
export async function isMailNoted(outboxId: number): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('outbox_id', '=', outboxId).executeTakeFirst()
  return row !== undefined
}

/** Takes the address of a removed account out of the log. */
export async function forgetMailAddresses(
  writer: DbOrTrx,
  { userId, email }: { userId: number; email: string },
  removed: string,
): Promise<void> {
  const forgotten = { to_address: removed }
  await writer.updateTable('mails').set(forgotten).where('user_id', '=', userId).execute()
  await writer.updateTable('mails').set(forgotten).where('to_address', '=', email).execute()
}

/** Deletes rows written before `before`; returns how many. */
export async function deleteOldMails(before: Date, limit: number): Promise<number> {
  const result = await db.deleteFrom('mails').where('created_at', '<', before).limit(limit).executeTakeFirst()
  return Number(result.numDeletedRows)
}
