import { sql, type Updateable } from 'kysely'
import { db, readDatabaseClock } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** A leased run of a schedule. `attempts` distinguishes the present lease from earlier leases. */
export type LeasedRun = { name: string; period: string; attempts: number }

/** Ignores a run whose start lies further in the future because a wrong clock started the run */
const WRONG_CLOCK_MS = 2 * 3_600_000
const MAX_ERROR_LENGTH = 300

/** Returns the earlier of two clocks because a wrong clock must not start a run too early. */
export async function readEarlierClock(now = new Date()): Promise<Date> {
  const databaseTime = await readDatabaseClock()
  return databaseTime < now ? databaseTime : now
}

/** Leases a new run, a run whose lease expired, or a retry. Returns undefined if no run is due. */
export async function claimRun(
  { name, period }: { name: string; period: string },
  now: Date,
  leaseMs: number,
): Promise<LeasedRun | undefined> {
  const held_until = new Date(now.getTime() + leaseMs)
  const run = await selectRuns(name).where('period', '=', period).selectAll().executeTakeFirst()
  if (run) return isRunDue(run, now) ? takeLease(run, now, held_until) : undefined
  const insertion = await db
    .insertInto('schedule_runs')
    .ignore()
    .values({ name, period, started_at: now, held_until })
    .executeTakeFirst()
  return insertion.numInsertedOrUpdatedRows ? { name, period, attempts: 1 } : undefined
}

type RunRow = { started_at: Date; held_until: Date; finished_at: Date | null }

function isRunDue({ started_at, held_until, finished_at }: RunRow, now: Date): boolean {
  if (started_at.getTime() > now.getTime() + WRONG_CLOCK_MS) return true
  return finished_at === null && held_until <= now
}

/** Leases the run by an UPDATE that compares the attempts, because only one of several workers may succeed. */
async function takeLease(run: LeasedRun, now: Date, held_until: Date): Promise<LeasedRun | undefined> {
  const attempts = run.attempts + 1
  const leaseColumns = { attempts, started_at: now, held_until, finished_at: null, result: null, error: null }
  const isLeased = await updateRun(run, leaseColumns)
  return isLeased ? { name: run.name, period: run.period, attempts } : undefined
}

/** Extends the lease of a run. Returns false if another worker has taken over the run. */
export async function extendRun(run: LeasedRun, until: Date): Promise<boolean> {
  return updateRun(run, { held_until: until })
}

export async function finishRun(run: LeasedRun, result: Record<string, number>, now: Date): Promise<boolean> {
  return updateRun(run, { finished_at: now, result: JSON.stringify(result), error: null })
}

export async function failRun(run: LeasedRun, error: string, retryAt: Date): Promise<boolean> {
  return updateRun(run, { held_until: retryAt, error: error.slice(0, MAX_ERROR_LENGTH) })
}

export type LastRun = {
  period: string
  startedAt: Date
  attempts: number
  /** null during the run and after a failure */
  finishedAt: Date | null
  result: string | null
  error: string | null
}

export async function listLastRuns(names: readonly string[]): Promise<Map<string, LastRun>> {
  const runsByName = await Promise.all(names.map(async (name) => ({ name, runs: await listRuns(name, 1) })))
  const lastRuns = new Map<string, LastRun>()
  for (const { name, runs } of runsByName) {
    const [lastRun] = runs
    if (lastRun) lastRuns.set(name, lastRun)
  }
  return lastRuns
}

export function listRuns(name: string, limit: number): Promise<LastRun[]> {
  return selectRuns(name)
    .select(['period', 'started_at as startedAt', 'attempts', 'finished_at as finishedAt', 'result', 'error'])
    .orderBy('started_at', 'desc')
    .orderBy('period', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteOldRuns(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('schedule_runs')
    .where('started_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

type RunChanges = Updateable<Database['schedule_runs']>

async function updateRun(run: LeasedRun, changes: RunChanges): Promise<boolean> {
  const update = await db.updateTable('schedule_runs').set(changes).where(isSameLease(run)).executeTakeFirst()
  return update.numUpdatedRows > 0n
}

function isSameLease({ name, period, attempts }: LeasedRun) {
  return sql<boolean>`name = ${name} and period = ${period} and attempts = ${attempts}`
}

function selectRuns(name: string) {
  return db.selectFrom('schedule_runs').where('name', '=', name)
}
