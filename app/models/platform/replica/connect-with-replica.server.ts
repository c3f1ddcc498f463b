import type { Kysely } from 'kysely'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { replicaHealth } from '#app/models/platform/replica/replica-state.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const CONNECT_TIMEOUT_MS = 500

type Limits = NonNullable<Parameters<typeof connect>[1]>

/** Connects to the primary and to the replica if there is one. Reads use the replica if `isReplicaAllowed`. */
export function connectWithReplica(limits: Limits, isReplicaAllowed: () => boolean): Kysely<Database> {
  if (env.DATABASE_REPLICA_URL === undefined) return connect(env.DATABASE_URL, limits)
  const replica = connect(env.DATABASE_REPLICA_URL, {
    ...limits,
    isWatched: false,
    name: `${limits.name}-replica`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    acquireTimeoutMs: CONNECT_TIMEOUT_MS,
  })
  return connect(env.DATABASE_URL, { ...limits, reads: { replica, isReplicaAllowed, health: replicaHealth } })
}
