import { sql } from 'kysely'
import { lanes, listUncoveredLanes } from '#app/domain/platform/lane.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  filterConnectedToQueues,
  listLiveHeartbeats,
  silentSince,
} from '#app/models/platform/worker-heartbeat.server.ts'

const MAX_BACKUP_AGE_MS = 26 * 3_600_000

/**
 * Selects lanes whose jobs no worker runs at present. A worker whose `lanes` are '' runs the jobs of all
 * lanes.
 */
export function selectSilentLanes() {
  const laneRows = lanes.map((name, index) => sql`select ${index + 1} as id, ${name} as name`)
  const laneTable = sql.join(laneRows, sql` union all `)
  return db
    .selectFrom(sql<{ id: number; name: string }>`(${laneTable})`.as('lane'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('worker_heartbeats')
            .where('at', '>', silentSince)
            .where('queues', 'is not', null)
            .where(sql<boolean>`(lanes = '' or find_in_set(lane.name, lanes) > 0)`)
            .select('worker'),
        ),
      ),
    )
    .select(['lane.id', sql<Date>`now(3)`.as('since')])
}

export async function findSilentLanes() {
  const heartbeats = await listLiveHeartbeats()
  const connectedHeartbeats = filterConnectedToQueues(heartbeats)
  return { lanes: listUncoveredLanes(connectedHeartbeats), hasWorkers: heartbeats.length > 0 }
}

/**
 * Selects one record if the newest backup is too old. Without a backup, the wait starts with the first user.
 */
export function selectMissingBackup(now: Date) {
  const oldestAllowed = new Date(now.getTime() - MAX_BACKUP_AGE_MS)
  const newestBackup = db.selectFrom('backups').select(({ fn }) => fn.max('finished_at').as('at'))
  return db
    .selectFrom(newestBackup.as('newest'))
    .where((eb) => eb.or([eb('at', 'is', null), eb('at', '<', oldestAllowed)]))
    .select([
      sql<number>`1`.as('id'),
      sql<Date>`coalesce(at, (select created_at from users order by id limit 1), cast(${now} as datetime(3)))`.as(
        'since',
      ),
    ])
}

export function selectStuckTasks() {
  return db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('last_error', 'is not', null)
    .select(['id', 'created_at as since'])
}

/** Selects tasks that were open in a restored backup. They perhaps ran after the backup was made. */
export function selectUncertainTasks() {
  return db
    .selectFrom('outbox')
    .where('done_at', 'is', null)
    .where('uncertain_at', 'is not', null)
    .select(['id', sql<Date>`uncertain_at`.as('since')])
}

export function selectUndeliveredMails(state: 'refused' | 'returned', since: Date) {
  return db
    .selectFrom('mails')
    .where('state', '=', state)
    .where('created_at', '>=', since)
    .select(['id', 'created_at as since'])
}
