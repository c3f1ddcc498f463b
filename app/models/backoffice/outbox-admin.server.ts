import { sql } from 'kysely'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const MAX_SHOWN = 100
const MAX_AT_ONCE = 1000
const isDelayed = sql`(not_before is not null and not_before > now(3))`

/**
 * Counts unfinished effects by job. `held` counts effects that are not due yet, `dueSince` is the oldest
 * missed deadline.
 */
export async function summariseOpenEffects() {
  const rows = await db
    .selectFrom('outbox')
    .select('job')
    .select((eb) => [
      sql<number>`sum(refused_at is null and not ${isDelayed})`.as('open'),
      sql<number>`sum(refused_at is null and ${isDelayed})`.as('held'),
      sql<number>`sum(refused_at is null and last_error is not null)`.as('failing'),
      sql<number>`sum(refused_at is not null)`.as('refused'),
      eb.fn
        .min<Date | null>(
          sql<Date>`if(refused_at is null and not ${isDelayed}, coalesce(not_before, created_at), null)`,
        )
        .as('oldest'),
      eb.fn
        .min<Date | null>(
          sql<Date>`if(refused_at is null and not ${isDelayed} and due_by <= now(3),
            greatest(coalesce(not_before, created_at), due_by), null)`,
        )
        .as('dueSince'),
    ])
    .where('done_at', 'is', null)
    .where('uncertain_at', 'is', null)
    .groupBy('job')
    .orderBy('job')
    .execute()
  return rows.map(({ job, oldest, dueSince, ...counts }) => ({
    job,
    oldest,
    dueSince,
    open: Number(counts.open),
    held: Number(counts.held),
    failing: Number(counts.failing),
    refused: Number(counts.refused),
  }))
}

export function listStuckEffects() {
  return db
    .selectFrom('outbox')
    .select(['id', 'job', 'subject', 'attempts', 'last_error', 'created_at', 'refused_at'])
    .where('done_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
}

/** Queues a rejected or failed effect again. Returns false for another effect or while a worker runs the effect. */
export function retryEffect(outboxId: number, actorUserId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const retriedCount = await retryEffects(trx, [outboxId], actorUserId)
    return retriedCount > 0
  })
}

/** Queues the oldest failed effects again, at most a thousand. Returns their number. */
export function retryAllEffects(actorUserId: number): Promise<number> {
  return withTransaction(async (trx) => {
    const failedRows = await selectOldestOpenEffects(trx).where('last_error', 'is not', null).execute()
    return retryEffectRows(trx, failedRows, actorUserId)
  })
}

/** Queues the effects that were rejected for a resolved `reason` again. Returns their number. */
export function retryEffectsRefusedFor(reason: string, actorUserId: number): Promise<number> {
  return withTransaction(async (trx) => {
    const refusedRows = await selectOldestOpenEffects(trx)
      .where('refused_at', 'is not', null)
      .where('uncertain_at', 'is', null)
      .where('last_error', '=', reason)
      .execute()
    return retryEffectRows(trx, refusedRows, actorUserId)
  })
}

function selectOldestOpenEffects(trx: Trx) {
  return trx.selectFrom('outbox').select('id').where('done_at', 'is', null).orderBy('id').limit(MAX_AT_ONCE)
}

function retryEffectRows(trx: Trx, rows: readonly { id: number }[], actorUserId: number): Promise<number> {
  const ids = rows.map(({ id }) => id)
  return retryEffects(trx, ids, actorUserId)
}

/** Queues failed effects again, except effects that a worker runs. Returns their number. */
async function retryEffects(trx: Trx, ids: readonly number[], actorUserId: number): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await trx
    .selectFrom('outbox')
    .select(['id', 'job', 'subject', 'last_error'])
    .where('id', 'in', ids)
    .where('done_at', 'is', null)
    .where('last_error', 'is not', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now(3)`)]))
    .forUpdate()
    .execute()
  if (rows.length === 0) return 0
  const lockedIds = rows.map(({ id }) => id)
  await trx
    .updateTable('outbox')
    .set((eb) => ({
      refused_at: null,
      published_at: null,
      lease_until: null,
      requeues: eb('requeues', '+', 1),
    }))
    .where('id', 'in', lockedIds)
    .execute()
  const entries = rows.map(({ id, job, subject, last_error }) => ({
    entity: 'job' as const,
    entityId: id,
    action: 'retried',
    actorUserId,
    details: { job, subject, error: last_error },
  }))
  await recordHistory(trx, ...entries)
  return rows.length
}
