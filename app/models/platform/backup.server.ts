import { sql } from 'kysely'
import { type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 400

/** Records a finished backup and deletes old records. The backup program calls this last. */
export async function recordBackup(finishedAt: Date, now = new Date()): Promise<void> {
  await db.insertInto('backups').values({ finished_at: finishedAt, noted_at: now }).execute()
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  await db.deleteFrom('backups').where('finished_at', '<', before).execute()
}

export async function findLastBackup(): Promise<Date | null> {
  const row = await db
    .selectFrom('backups')
    .select('finished_at as finishedAt')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finishedAt ?? null
}

/** Returns the name for Message-IDs. It contains the epoch if an effect before a restore had the same id. */
export async function makeEventName(outboxId: number): Promise<string> {
  const row = await db
    .selectFrom('restores')
    .select('epoch')
    .where('first_event', '<=', outboxId)
    .orderBy('first_event', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? `evt-${row.epoch}-${outboxId}` : `evt-${outboxId}`
}

/**
 * Returns the epoch of the last restore, or ''. Job ids begin with the epoch because Redis may contain the ids from
 * before the restore.
 */
export async function findEpoch(): Promise<string> {
  const row = await db
    .selectFrom('restores')
    .select('epoch')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.epoch ?? ''
}

/** Leaves the mail to staff if the payment precedes a restore, because the mail may have been sent (D112). */
export async function holdMailOfEarlierPayment(trx: Trx, orderId: number, paidOn: CivilDate): Promise<void> {
  const restore = await trx
    .selectFrom('restores')
    .select('id')
    .where('first_order', '>', orderId)
    .where('restored_at', '>=', toInstant(paidOn, '00:00'))
    .limit(1)
    .executeTakeFirst()
  if (restore) await holdMail(trx, 'mail-payment-confirmed', orderId)
}

/** Leaves the mail to staff if the boleto was queued before a restore, because it may have been sent (D112). */
export async function holdMailOfEarlierBoleto(trx: Trx, orderId: number, boletoId: number): Promise<void> {
  const earlierJob = await trx
    .selectFrom('outbox')
    .innerJoin('restores', (join) => join.onRef('restores.first_event', '>', 'outbox.id'))
    .select('outbox.id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .limit(1)
    .executeTakeFirst()
  if (earlierJob) await holdMail(trx, 'mail-boleto-ready', boletoId)
}

/** Closes an unpublished mail as uncertain because staff must decide whether to send it. */
async function holdMail(trx: Trx, job: string, subject: number): Promise<void> {
  const now = sql<Date>`now(3)`
  await trx
    .updateTable('outbox')
    .set({ uncertain_at: now, refused_at: now })
    .where('job', '=', job)
    .where('subject', '=', String(subject))
    .where('done_at', 'is', null)
    .where('published_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute()
}
