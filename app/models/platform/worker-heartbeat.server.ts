import { sql } from 'kysely'
import { z } from 'zod'
import { type Lane, lanes, parseLaneNames } from '#app/domain/platform/lane.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listLastRuns } from '#app/models/platform/schedule-run.server.ts'

const jobCount = z.number().int().nonnegative()
const queueCounts = z.record(
  z.string(),
  z.object({ waiting: jobCount, active: jobCount, delayed: jobCount, failed: jobCount }),
)
const scheduleList = z.array(z.object({ name: z.string(), next: z.iso.datetime() }))

export type QueueCounts = z.output<typeof queueCounts>

/** A worker's last report. `queues` is null while the worker cannot reach Redis, so it runs no jobs. */
export type WorkerHeartbeat = {
  worker: string
  host: string
  pid: number
  startedAt: Date
  lanes: readonly Lane[]
  queues: QueueCounts | null
  schedules: readonly { name: string; next: Date }[]
}

/** Workers send a heartbeat every 15 s. */
const SILENT_SECONDS = 60
const MAX_HOST_LENGTH = 100
const MAX_LISTED_WORKERS = 50
/** Heartbeats have the database's time, because the clocks of workers and web processes differ. */
const databaseNow = sql<Date>`now(3)`
export const silentSince = sql<Date>`date_sub(now(3), interval ${SILENT_SECONDS} second)`

/** Stores the worker's report in place of its last report, with the database's time. */
export async function recordHeartbeat({
  worker,
  host,
  pid,
  startedAt,
  lanes: workerLanes,
  ...report
}: WorkerHeartbeat) {
  const queues = report.queues && JSON.stringify(report.queues)
  const schedules = JSON.stringify(report.schedules)
  await db
    .insertInto('worker_heartbeats')
    .values({
      worker,
      host: host.slice(0, MAX_HOST_LENGTH),
      pid,
      started_at: startedAt,
      at: databaseNow,
      lanes: workerLanes.join(','),
      queues,
      schedules,
    })
    .onDuplicateKeyUpdate({ at: databaseNow, lanes: workerLanes.join(','), queues, schedules })
    .execute()
}

/** Returns the heartbeats of the last hour, the newest first. */
export async function listHeartbeats() {
  const rows = await db
    .selectFrom('worker_heartbeats')
    .selectAll()
    .select(sql<number>`timestampdiff(second, at, now(3))`.as('seconds'))
    .where('at', '>=', sql<Date>`date_sub(now(3), interval 1 hour)`)
    .orderBy('at', 'desc')
    .limit(MAX_LISTED_WORKERS)
    .execute()
  return rows.map(({ worker, host, pid, seconds, lanes: workerLanes, queues, schedules }) => ({
    worker,
    host,
    pid,
    ageMs: Number(seconds) * 1_000,
    isSilent: Number(seconds) >= SILENT_SECONDS,
    // A worker without named lanes runs the jobs of all lanes.
    lanes: workerLanes === '' ? [...lanes] : parseLaneNames(workerLanes),
    queues: queues === null ? null : queueCounts.parse(JSON.parse(queues)),
    schedules: scheduleList
      .parse(JSON.parse(schedules))
      .map(({ name, next }) => ({ name, next: new Date(next) })),
  }))
}

export async function listLiveHeartbeats() {
  const heartbeats = await listHeartbeats()
  return heartbeats.filter(({ isSilent }) => !isSilent)
}

export function filterConnectedToQueues<T extends Pick<WorkerHeartbeat, 'queues'>>(
  heartbeats: readonly T[],
): T[] {
  return heartbeats.filter(({ queues }) => queues !== null)
}

export async function listUpcomingSchedules(schedules: readonly { name: string; next: Date }[]) {
  const lastRuns = await listLastRuns(schedules.map(({ name }) => name))
  return schedules.map(({ name, next }) => ({ name, next, last: lastRuns.get(name) }))
}

export async function deleteHeartbeat(worker: string): Promise<void> {
  await db.deleteFrom('worker_heartbeats').where('worker', '=', worker).execute()
}

export async function deleteOldHeartbeats(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('worker_heartbeats')
    .where('at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
