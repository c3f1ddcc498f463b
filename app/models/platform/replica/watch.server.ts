import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import {
  recordReplicaFailure,
  recordReplicaUse,
  recordSighting,
} from '#app/models/platform/replica/replica-state.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const MAX_INTERVAL_MS = 500
const ANSWER_LIMIT_MS = 1_000 // A server that does not answer within this time counts as down.
const limits = {
  connections: 1,
  connectTimeoutMs: ANSWER_LIMIT_MS,
  acquireTimeoutMs: ANSWER_LIMIT_MS,
  queryTimeoutMs: ANSWER_LIMIT_MS,
}

/** Measures the replica's lag by a heartbeat on the primary. Returns a function that ends the measurement. */
export function watchReplica(): () => Promise<void> {
  if (env.DATABASE_REPLICA_URL === undefined) return async () => undefined
  const primary = connect(env.DATABASE_URL, limits)
  const replica = connect(env.DATABASE_REPLICA_URL, limits)
  const intervalMs = Math.min(MAX_INTERVAL_MS, env.DATABASE_REPLICA_MAX_LAG_MS / 4)
  const endController = new AbortController()
  const loop = (async () => {
    while (!endController.signal.aborted) {
      await measureLag(primary, replica, intervalMs)
      await pause(intervalMs, undefined, { ref: false, signal: endController.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    endController.abort()
    await loop
    await Promise.all([primary.destroy(), replica.destroy()])
  }
}

async function measureLag(
  primary: Kysely<Database>,
  replica: Kysely<Database>,
  intervalMs: number,
): Promise<void> {
  const requestedAt = performance.now()
  const [replicaRow, primaryTime] = await Promise.all([
    readReplicaHeartbeat(replica).catch((error) => void recordReplicaFailure(error)),
    writeDueHeartbeat(primary, intervalMs).catch(() => undefined),
  ])
  if (primaryTime === undefined) return recordReplicaUse('the primary does not answer')
  if (replicaRow === undefined) return recordReplicaUse('no heartbeat there')
  const ageMs = primaryTime.getTime() - replicaRow.at.getTime()
  // If the heartbeat is in the future, the clock was set back or the replica belongs to another primary.
  if (ageMs < -intervalMs) return recordReplicaUse('its heartbeat is of the future')
  recordSighting({ beatAt: replicaRow.at, ageMs, requestedAt, version: replicaRow.stamp ?? '' })
}

function readReplicaHeartbeat(replica: Kysely<Database>) {
  return replica
    .selectFrom('replica_heartbeat')
    .leftJoin('catalogue_version', 'catalogue_version.id', 'replica_heartbeat.id')
    .select(['replica_heartbeat.at', 'catalogue_version.stamp'])
    .where('replica_heartbeat.id', '=', 1)
    .executeTakeFirst()
}

/** Returns the primary's time. Writes a heartbeat if the last one is too old or in the future. */
async function writeDueHeartbeat(primary: Kysely<Database>, intervalMs: number): Promise<Date> {
  const { rows } = await sql<{ now: Date; at: Date | null }>`
    select now(3) as now, (select at from replica_heartbeat where id = 1) as at`.execute(primary)
  const [row] = rows
  if (!row) throw new Error('no clock from database')
  const ageMs = row.at === null ? Number.POSITIVE_INFINITY : row.now.getTime() - row.at.getTime()
  if (ageMs < 0 || ageMs >= intervalMs)
    await sql`insert into replica_heartbeat (id, at) values (1, now(3))
      on duplicate key update at = values(at)`.execute(primary)
  return row.now
}
