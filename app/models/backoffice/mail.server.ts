import { sql } from 'kysely'
import { orderMailNames, singleMails } from '#app/domain/platform/effect.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** 'declined': the recipient unsubscribed from this kind of mail; 'returned': the mail bounced after delivery. */
export const mailStates = ['sent', 'refused', 'failed', 'declined', 'returned'] as const
export type MailState = (typeof mailStates)[number]

/** Recipient and subject of a mail. `personId` is the user who receives the mail if no account has this address. */
export type MailAddress = { to: string; subject: string; personId?: number | undefined }
export type MailOutcome = { state: MailState; error?: string }

const CORRECTABLE_MS = 30 * 86_400_000
const MAX_ERROR_LENGTH = 300
const MAX_SUBJECT_LENGTH = 200

const resendEffects = ['resend-mail'] as const
const copyEffects = ['copy-mail'] as const

/** Records a mail's outcome, one row per effect. 'sent' can only become 'returned'. */
export async function recordMail(
  outboxId: number,
  { to, subject, personId }: MailAddress,
  outcome: MailOutcome,
) {
  const origin = await findOrigin(outboxId)
  if (!origin) return
  const now = new Date()
  const error = outcome.error?.slice(0, MAX_ERROR_LENGTH) ?? null
  const sentAt = outcome.state === 'sent' ? now : null
  const ownerId = (await findOwner(to)) ?? personId ?? null
  await db
    .insertInto('mails')
    .values({
      outbox_id: outboxId,
      ...origin,
      user_id: ownerId,
      to_address: to,
      subject: subject.slice(0, MAX_SUBJECT_LENGTH),
      state: outcome.state,
      error,
      sent_at: sentAt,
    })
    .onDuplicateKeyUpdate((eb) => ({
      attempts: eb('attempts', '+', 1),
      error: sql`if(state in ('sent', 'returned'), error, ${error})`,
      sent_at: sql`coalesce(sent_at, ${sentAt})`,
      state: sql`if(state in ('sent', 'returned'), state, ${outcome.state})`,
    }))
    .execute()
}

/** Returns the present or last owner of the address because the log must be anonymised together with the account. */
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
  if (change) return change.user_id
  const request = await db
    .selectFrom('email_requests')
    .select('user_id')
    .where('new_email', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return request?.user_id ?? null
}

/** Returns job and subject of an effect. For a resent or copied mail, returns job and subject of the original mail. */
async function findOrigin(outboxId: number) {
  const row = await db
    .selectFrom('outbox')
    .select(['job', 'subject'])
    .where('id', '=', outboxId)
    .executeTakeFirst()
  if (row?.job === 'copy-mail') {
    const copiedMail = await findCopiedMail(row.subject)
    return copiedMail && { job: copiedMail.job, subject_ref: copiedMail.subject }
  }
  if (row?.job !== 'resend-mail') return row && { job: row.job, subject_ref: row.subject }
  return db
    .selectFrom('mails')
    .select(['job', 'subject_ref'])
    .where('id', '=', Number.parseInt(row.subject, 10))
    .executeTakeFirst()
}

/** Returns a mail and its resend jobs, newest first. `seenResends` is the number of the last resend. */
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
  return {
    ...mail,
    canBeResent: !singleMails.has(mail.job),
    resends,
    seenResends: findHighestResend(resends),
  }
}

/** Returns the highest resend number. A count would be wrong because rows of old resends are deleted. */
function findHighestResend(resends: readonly { subject: string }[]): number {
  return Math.max(0, ...resends.map(({ subject }) => Number(subject.split('/')[1])))
}

/**
 * Resends a mail with present data and a new Message-ID. Returns 'repeated' if `seenResends` is outdated,
 * 'never' if the mail must not be sent again.
 */
export function requestResend(
  mailId: number,
  seenResends: number,
  actorUserId: number,
): Promise<'queued' | 'repeated' | 'never'> {
  return withTransaction(async (trx) => {
    const mail = await trx
      .selectFrom('mails')
      .select('job')
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    if (!mail || singleMails.has(mail.job)) return 'never'
    const addedCount = await addToOutbox(trx, resendEffects, `${mailId}/${seenResends + 1}`)
    if (addedCount === 0) return 'repeated'
    await recordHistory(trx, {
      entity: 'mail',
      entityId: mailId,
      action: 'resend-asked',
      actorUserId,
      details: { job: mail.job },
    })
    return 'queued'
  })
}

/** Returns the newest order mail of the last 30 days that went to the address which this change replaced. */
export async function findMailToFormerAddress(changeId: number) {
  const mail = await db
    .selectFrom('mails')
    .innerJoin('email_changes', 'email_changes.old_email', 'mails.to_address')
    .select(['mails.id', 'mails.job', 'subject_ref as subject', 'mails.user_id as readerId'])
    .select('email_changes.user_id as userId')
    .where('email_changes.id', '=', changeId)
    .whereRef('mails.user_id', '=', 'email_changes.user_id')
    .where('mails.job', 'in', [...orderMailNames])
    .where('mails.created_at', '>', new Date(Date.now() - CORRECTABLE_MS))
    .orderBy('mails.id', 'desc')
    .executeTakeFirst()
  return mail && { ...mail, seenResends: (await findMail(mail.id))?.seenResends ?? 0 }
}

/**
 * Returns the mail of the subject '{mail}/{resend}', or undefined if it was deleted or must not be resent.
 */
export async function findResend(
  subject: string,
): Promise<{ job: string; subject: string; readerId: number | null } | undefined> {
  const mail = await db
    .selectFrom('mails')
    .select(['job', 'subject_ref', 'user_id as readerId'])
    .where('id', '=', Number.parseInt(subject, 10))
    .executeTakeFirst()
  return mail && !singleMails.has(mail.job)
    ? { job: mail.job, subject: mail.subject_ref, readerId: mail.readerId }
    : undefined
}

/** Queues a copy of the effect's mail for each user. A repeat adds no copies. */
export async function queueMailCopies(outboxId: number, userIds: readonly number[]): Promise<void> {
  await withTransaction(async (trx) => {
    for (const userId of userIds) await addToOutbox(trx, copyEffects, `${outboxId}/${userId}`)
  })
}

/** Returns the copied mail and the user who gets the copy. `reference` is '{outbox id}/{user id}'. */
export async function findCopiedMail(
  reference: string,
): Promise<{ job: string; subject: string; readerId: number } | undefined> {
  const [outboxId = 0, readerId = 0] = reference.split('/').map(Number)
  const row = await db
    .selectFrom('outbox')
    .select(['job', 'subject'])
    .where('id', '=', outboxId)
    .executeTakeFirst()
  return row && { ...row, readerId }
}

export async function isMailRecorded(outboxId: number): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('outbox_id', '=', outboxId).executeTakeFirst()
  return row !== undefined
}

/** Returns true if the mail was sent after staff last repeated it. Allows clocks to differ by a minute. */
export async function isMailSent(outboxId: number): Promise<boolean> {
  const sentMail = await db
    .selectFrom('mails')
    .innerJoin('outbox', 'outbox.id', 'mails.outbox_id')
    .select('mails.id')
    .where('mails.outbox_id', '=', outboxId)
    .where('state', 'in', ['sent', 'returned'])
    .where('sent_at', '>', sql<Date>`date_sub(outbox.created_at, interval 1 minute)`)
    .executeTakeFirst()
  return sentMail !== undefined
}

/** Replaces the person's present, previous and requested addresses in the mail log. */
export async function clearMailAddresses(
  writer: DbOrTrx,
  { userId, email }: { userId: number; email: string },
  removedEmail: string,
): Promise<void> {
  const removedAddress = { to_address: removedEmail }
  await writer.updateTable('mails').set(removedAddress).where('user_id', '=', userId).execute()
  // The requested and the previous addresses of the person belong to no account, so both are listed.
  const otherEmails = await Promise.all([
    writer.selectFrom('email_requests').select('new_email as email').where('user_id', '=', userId).execute(),
    writer.selectFrom('email_changes').select('old_email as email').where('user_id', '=', userId).execute(),
  ])
  await writer.updateTable('mails').set(removedAddress).where('to_address', '=', email).execute()
  const knownEmails = otherEmails.flat().map((row) => row.email)
  if (knownEmails.length === 0) return
  await writer
    .updateTable('mails')
    .set(removedAddress)
    .where('to_address', 'in', knownEmails)
    .where('user_id', 'is', null)
    .execute()
}

export async function deleteOldMails(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('mails')
    .where('created_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
