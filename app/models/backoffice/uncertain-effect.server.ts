import { sql } from 'kysely'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const MAX_LISTED_EFFECTS = 100
const MAX_DECIDED_EFFECTS = 1_000

/**
 * Returns effects that perhaps ran after the restored backup was made, by job and age, or null if there are
 * none.
 */
export async function findUncertainEffects() {
  const kinds = await db
    .selectFrom('outbox')
    .select(['job', (eb) => eb.fn.countAll<number>().as('count')])
    .where('uncertain_at', 'is not', null)
    .where('done_at', 'is', null)
    .groupBy('job')
    .orderBy('job')
    .execute()
  if (kinds.length === 0) return null
  const [rows, restore] = await Promise.all([
    db
      .selectFrom('outbox')
      .select(['id', 'job', 'subject', 'created_at as createdAt'])
      .where('uncertain_at', 'is not', null)
      .where('done_at', 'is', null)
      .orderBy('job')
      .orderBy('id')
      .limit(MAX_LISTED_EFFECTS)
      .execute(),
    db
      .selectFrom('restores')
      .select(['snapshot_at as snapshotAt', 'restored_at as restoredAt', 'first_order as firstOrder'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    kinds: kinds.map((kind) => ({ ...kind, count: Number(kind.count) })),
    rows,
    restore: restore ?? null,
  }
}

export type UncertainChoice = { id: number } | { job: string }
export type UncertainDecision = 'again' | 'done'

/** Repeats or closes at most a thousand uncertain effects and records the decision. Returns their number. */
export function decideUncertainEffects(
  choice: UncertainChoice,
  decision: UncertainDecision,
  actorUserId: number,
): Promise<number> {
  return withTransaction(async (trx) => {
    const rows = await lockUncertainEffects(trx, choice)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    const openState = { uncertain_at: null, refused_at: null, lease_until: null }
    const update = trx.updateTable('outbox').where('id', 'in', ids)
    if (decision === 'done') await update.set({ ...openState, done_at: sql<Date>`now(3)` }).execute()
    else
      await update
        .set((eb) => ({
          ...openState,
          ...restartedCounters,
          published_at: null,
          requeues: eb('requeues', '+', 1),
        }))
        .execute()
    const entries = rows.map(({ id, job, subject }) => ({
      entity: 'job' as const,
      entityId: id,
      action: decision === 'done' ? 'found-done' : 'sent-again',
      actorUserId,
      details: { job, subject },
    }))
    await recordHistory(trx, ...entries)
    return rows.length
  })
}

/** Resets the effect's counters because attempts before the restore do not count. */
const restartedCounters = { created_at: sql<Date>`now(3)`, attempts: 0 }

function lockUncertainEffects(trx: Trx, choice: UncertainChoice) {
  let effects = trx
    .selectFrom('outbox')
    .select(['id', 'job', 'subject'])
    .where('uncertain_at', 'is not', null)
    .where('done_at', 'is', null)
  if ('id' in choice) effects = effects.where('id', '=', choice.id)
  if ('job' in choice) effects = effects.where('job', '=', choice.job)
  return effects.orderBy('id').limit(MAX_DECIDED_EFFECTS).forUpdate().execute()
}
