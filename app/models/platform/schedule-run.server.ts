import { sql, type Updateable } from 'kysely'
import { db, readDatabaseClock } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** A leased run of a schedule. `attempts` distinguishes its holder from earlier holders. */
export type LeasedRun = { name: string; period: string; attempts: number }

/** A run whose start is further in the future was started by a wrong clock and is ignored. */
const WRONG_CLOCK_MS = 2 * 3_600_000

/** Returns the earlier of two clocks, so that a wrong clock starts nothing early and workers agree. */
export async function readEarlierClock(now = new Date()): Promise<Date> {
  const databaseTime = await readDatabaseClock()
  return databaseTime < now ? databaseTime : now
}

/** Leases a run: a new one, one whose lease expired, or a retry. Returns undefined if no run is due. */
export async function claimRun(
  { name, period }: { name: string; period: string },
  now: Date,
  leaseMs: number,
): Promise<LeasedRun | undefined> {
  const held_until = new Date(now.getTime() + leaseMs)
  const run = await selectRuns(name).where('period', '=', period).selectAll().executeTakeFirst()
  if (run) return isRunDue(run, now) ? takeLease(run, now, held_until) : undefined
  const result = await db
    .insertInto('schedule_runs')
    .ignore()
    .values({ name, period, started_at: now, held_until })
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows ? { name, period, attempts: 1 } : undefined
}

type RunRow = { started_at: Date; held_until: Date; finished_at: Date | null }

function isRunDue({ started_at, held_until, finished_at }: RunRow, now: Date): boolean {
  if (started_at.getTime() > now.getTime() + WRONG_CLOCK_MS) return true
  return finished_at === null && held_until <= now
}

/** Leases the run by an UPDATE that compares the attempts, so that only one of several workers succeeds. */
async function takeLease(run: LeasedRun, now: Date, held_until: Date): Promise<LeasedRun | undefined> {
  const attempts = run.attempts + 1
  const leaseColumns = { attempts, started_at: now, held_until, finished_at: null, result: null, error: null }
  const isLeased = await updateRun(run, leaseColumns)
  return isLeased ? { name: run.name, period: run.period, attempts } : undefined
}

/** Extends the lease of a run. Returns false if another worker has taken it over. */
export async function extendRun(run: LeasedRun, until: Date): Promise<boolean> {
  return updateRun(run, { held_until: until })
}

export async function finishRun(run: LeasedRun, result: Record<string, number>, now: Date): Promise<boolean> {
  return updateRun(run, { finished_at: now, result: JSON.stringify(result), error: null })
}

export async function failRun(run: LeasedRun, error: string, retryAt: Date): Promise<boolean> {
  return updateRun(run, { held_until: retryAt, error: error.slice(0, 300) })
}

export type LastRun = {
  period: string
  startedAt: Date
  attempts: number
  /** null while it runs and after a failure */
  finishedAt: Date | null
  result: string | null
  error: string | null
}

export async function listLastRuns(names: readonly string[]): Promise<Map<string, LastRun>> {
  const newestRuns = await Promise.all(names.map((name) => listRuns(name, 1)))
  return new Map(
    names.flatMap((name, index): [string, LastRun][] => {
      const [newest] = newestRuns[index] ?? []
      return newest ? [[name, newest]] : []
    }),
  )
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
  const result = await db
    .deleteFrom('schedule_runs')
    .where('started_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
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
