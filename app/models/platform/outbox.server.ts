import { sql } from 'kysely'
import { delayedEffects, type Effect } from '#app/domain/platform/effect.ts'
import type { ProviderName } from '#app/domain/platform/provider.ts'
import { getPatienceMinutes } from '#app/domain/platform/urgency.ts'
import { env } from '#app/env.server.ts'
import {
  cacheByKey,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, readDatabaseClock, type Trx } from '#app/models/platform/db.server.ts'
import { emitSignal } from '#app/signals.server.ts'

const IDS_AT_ONCE = 1_000
const MAX_ERROR_LENGTH = 300

export type OutboxRow = { id: number; job: string; subject: string; requeues: number; due_by: Date }
/** A row of the outbox that is leased until `lease`. `attempts` includes the current one. */
export type ClaimedRow = OutboxRow & { lease: Date; attempts: number; created_at: Date }

/**
 * Adds one row per job and subject in the caller's transaction and ignores existing rows. Jobs in
 * `delayedEffects` wait BOLETO_WAIT_MS. Returns the number of new rows. Blocks while another transaction
 * inserts the same rows.
 */
export async function addToOutbox(trx: Trx, jobs: readonly Effect[], subject: string): Promise<number> {
  if (jobs.length === 0) return 0
  for (const job of jobs) emitSignal('promise', { job, subject })
  const { numAffectedRows = 0n } = await getInsertQuery(jobs.join()).run(trx, { subject })
  return Number(numAffectedRows)
}

const getInsertQuery = cacheByKey((jobNames: string) =>
  compileQuery((value: ValueSlots<{ subject: string }>) =>
    db
      .insertInto('outbox')
      .ignore()
      .values(
        jobNames.split(',').map((job) => ({
          job,
          subject: value('subject'),
          due_by: getDueTime(job),
          not_before: delayedEffects.has(job) ? afterBoletoWait : null,
        })),
      ),
  ),
)

/** Adds a job for many subjects, delayed until `notBefore` (by the database's clock). */
export async function addAllToOutbox(
  trx: Trx,
  job: Effect,
  subjects: readonly string[],
  notBefore: Date | null = null,
): Promise<void> {
  if (subjects.length === 0) return
  await trx
    .insertInto('outbox')
    .ignore()
    .values(subjects.map((subject) => ({ job, subject, due_by: getDueTime(job), not_before: notBefore })))
    .execute()
}

const afterBoletoWait = sql<Date>`date_add(now(3), interval ${env.BOLETO_WAIT_MS * 1000} microsecond)`

function getDueTime(job: string) {
  return sql<Date>`date_add(now(3), interval ${getPatienceMinutes(job)} minute)`
}

/** Makes a delayed effect run now. Ignores unknown and finished effects. */
export async function releaseEffect(trx: Trx, job: Effect, subject: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ not_before: null })
    .where('job', '=', job)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .execute()
}

/** Closes an open effect that is no longer needed. Skips a running effect because its worker checks the need. */
export async function settleEffect(trx: Trx, job: Effect, subject: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ done_at: sql<Date>`now(3)`, provider: null })
    .where('job', '=', job)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('lease_until', 'is', null)
    .execute()
}

/** Deletes a finished or rejected effect, so the effect can be added again. */
export function clearFinished(trx: Trx, job: Effect, subject: string): Promise<void> {
  return clearAllFinished(trx, [job], subject)
}

export async function clearAllFinished(trx: Trx, jobs: readonly Effect[], subject: string): Promise<void> {
  await deleteFinishedQuery.run(trx, { jobs, subject })
}

const deleteFinishedQuery = compileQuery((value: ValueSlots<{ jobs: readonly string[]; subject: string }>) =>
  db
    .deleteFrom('outbox')
    .where('job', 'in', expandList(value('jobs')))
    .where('subject', '=', value('subject'))
    .where((eb) => eb.or([eb('done_at', 'is not', null), eb('refused_at', 'is not', null)])),
)

/** Returns due rows, most urgent first. Filters by job because unknown jobs must not block other jobs. */
export function listUnpublished(jobs: readonly string[], limit: number): Promise<OutboxRow[]> {
  return selectOpenRows()
    .where('job', 'in', jobs)
    .where('published_at', 'is', null)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', sql<Date>`now(3)`)]))
    .select(['id', 'job', 'subject', 'requeues', 'due_by'])
    .orderBy('due_by')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markPublished(id: number): Promise<void> {
  const published_at = await readDatabaseClock()
  await db.updateTable('outbox').set({ published_at }).where('id', '=', id).execute()
}

/** Leases a row by the database's clock. Returns 'settled' for a closed or missing row, 'held' if it is leased. */
export async function claimOutboxRow(id: number, leaseMs: number): Promise<ClaimedRow | 'settled' | 'held'> {
  const now = await readDatabaseClock()
  const lease = new Date(now.getTime() + leaseMs)
  const claimUpdate = await db
    .updateTable('outbox')
    .set((eb) => ({ lease_until: lease, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .executeTakeFirst()
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.done_at || row.refused_at) return 'settled'
  return claimUpdate.numUpdatedRows > 0n ? { ...row, lease } : 'held'
}

/** A lease of a row. `leases` contains the end that was stored last, and later ends that may have been stored. */
export type Lease = { id: number; leases: readonly Date[] }

/** Extends the lease. Returns false if another worker has taken over the row. */
export async function renewLease({ id, leases }: Lease, lease: Date): Promise<boolean> {
  const renewal = await db
    .updateTable('outbox')
    .set({ lease_until: lease })
    .where('id', '=', id)
    .where('lease_until', 'in', leases)
    .executeTakeFirst()
  return renewal.numUpdatedRows > 0n
}

export async function markDone(id: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: new Date(), lease_until: null, last_error: null, provider: null })
    .where('id', '=', id)
    .execute()
}

/** Returns true if all rows are closed. Deleted rows count as closed. */
export async function areRowsClosed(ids: readonly number[]): Promise<boolean> {
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const batch = ids.slice(start, start + IDS_AT_ONCE)
    const openRow = await selectOpenRows().where('id', 'in', batch).select('id').limit(1).executeTakeFirst()
    if (openRow) return false
  }
  return true
}

/**
 * Records a failure for a retry. Counts the failure as the row's own if the provider succeeded since the
 * previous failure.
 */
export async function markFailed(
  { id, leases }: Lease,
  error: string,
  failure?: { provider: ProviderName; isAsked: boolean },
): Promise<void> {
  const provider = failure?.provider
  const isOwnFailure = sql<number>`provider = ${provider ?? null} and exists (
    select 1 from providers where name = ${provider ?? null} and succeeded_at > outbox.failed_at)`
  await db
    .updateTable('outbox')
    // `lone_failures` comes first because MySQL evaluates assignments from left to right.
    .set({
      lone_failures: sql<number>`lone_failures + coalesce(${failure?.isAsked ? isOwnFailure : sql`0`}, 0)`,
      provider: provider ?? null,
      failed_at: sql<Date>`now(3)`,
      lease_until: null,
      last_error: error.slice(0, MAX_ERROR_LENGTH),
    })
    .where('id', '=', id)
    .where('lease_until', 'in', leases)
    .execute()
}

/** Ends the retries and leaves the effect to staff. Does nothing if the lease was lost. */
export async function markRefused({ id, leases }: Lease, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      refused_at: new Date(),
      lease_until: null,
      last_error: error.slice(0, MAX_ERROR_LENGTH),
      provider: null,
    })
    .where('id', '=', id)
    .where('lease_until', 'in', leases)
    .execute()
}

/** Rejects an effect from outside its job, so staff see it. Skips a running effect because its worker decides. */
export async function markEffectRefused(
  trx: Trx,
  { job, subject }: { job: Effect; subject: string },
  error: string,
): Promise<void> {
  await clearFinished(trx, job, subject)
  await addToOutbox(trx, [job], subject)
  await trx
    .updateTable('outbox')
    .set({
      refused_at: sql<Date>`now(3)`,
      last_error: error.slice(0, MAX_ERROR_LENGTH),
      provider: null,
    })
    .where('job', '=', job)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now(3)`)]))
    .execute()
}

/**
 * Queues open rows again after `afterMs`, which doubles with each of the first six repeats. Returns their
 * number.
 */
export async function requeueStale(afterMs: number, currentTime?: Date): Promise<number> {
  const now = currentTime ?? (await readDatabaseClock())
  const update = await db
    .updateTable('outbox')
    .set((eb) => ({ published_at: null, requeues: eb('requeues', '+', 1) }))
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .where(
      sql<boolean>`published_at < date_sub(${now}, interval ${afterMs * 1000} * pow(2, least(requeues, 6)) microsecond)`,
    )
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .executeTakeFirst()
  return Number(update.numUpdatedRows)
}

/** Returns the due time of the oldest overdue row. Ignores delayed rows. */
export async function findOldestOverdue(): Promise<Date | null> {
  const due = sql<Date>`greatest(coalesce(not_before, created_at), due_by)`
  const { since } = await selectOpenRows()
    .where('due_by', '<=', sql<Date>`now(3)`)
    .where((eb) => eb.or([eb('not_before', 'is', null), eb('not_before', '<=', sql<Date>`now(3)`)]))
    .select((eb) => eb.fn.min<Date | null>(due).as('since'))
    .executeTakeFirstOrThrow()
  return since
}

export async function deleteDoneRows(before: Date, limit: number): Promise<number> {
  const deletion = await db.deleteFrom('outbox').where('done_at', '<', before).limit(limit).executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

export type EffectState = 'open' | 'late' | 'done' | 'refused'

/** Returns 'late' for an effect that is open after BOLETO_WAIT_MS, and undefined for an unknown effect. */
export async function findEffectState(job: string, subject: string): Promise<EffectState | undefined> {
  return (await listEffectStates([job], subject)).get(job)
}

export async function listEffectStates(
  jobs: readonly string[],
  subject: string,
  reader: DbOrTrx = db,
): Promise<Map<string, EffectState>> {
  const rows = await reader
    .selectFrom('outbox')
    .select(['job', 'done_at', 'refused_at'])
    .select(
      sql<number>`date_add(created_at, interval ${env.BOLETO_WAIT_MS * 1000} microsecond) <= now(3)`.as(
        'isLate',
      ),
    )
    .where('job', 'in', jobs)
    .where('subject', '=', subject)
    .execute()
  return new Map(rows.map((row) => [row.job, getEffectState(row)]))
}

function getEffectState(row: { done_at: Date | null; refused_at: Date | null; isLate: number }): EffectState {
  if (row.refused_at) return 'refused'
  if (row.done_at) return 'done'
  return Number(row.isLate) === 1 ? 'late' : 'open'
}

export async function isEffectOpenFor(job: string, subject: string, minimumMs: number): Promise<boolean> {
  const row = await selectOpenRows()
    .select('id')
    .where('job', '=', job)
    .where('subject', '=', subject)
    .where(sql<boolean>`created_at <= date_sub(now(3), interval ${minimumMs * 1000} microsecond)`)
    .executeTakeFirst()
  return row !== undefined
}

function selectOpenRows() {
  return db.selectFrom('outbox').where('done_at', 'is', null).where('refused_at', 'is', null)
}
