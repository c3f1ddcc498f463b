import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type OwnWrites = {
  /** Returns false if the database is not a Galera node. */
  isNeeded(): boolean
  /** Resolves to true when this node shows all earlier commits of any node, or to false after the time limit. */
  wait(): Promise<boolean>
  end(): Promise<void>
}

/** Creates functions that wait until this Galera node shows the commits of other nodes. */
export function openOwnWrites(): OwnWrites {
  const node = connect(env.DATABASE_URL, {
    connections: 1,
    // This limit exceeds the limit of requests because a slow node must not be reported as a lost connection.
    queryTimeoutMs: 2 * env.QUERY_TIMEOUT_MS,
    acquireTimeoutMs: 2 * env.QUERY_TIMEOUT_MS,
  })
  const ownWrites = createOwnWrites(makeNodeQueries(node), env.QUERY_TIMEOUT_MS)
  return { ...ownWrites, end: () => node.destroy() }
}

type NodeQueries = { isClustered(): Promise<boolean>; synchronise(): Promise<unknown> }

function makeNodeQueries(node: Kysely<Database>): NodeQueries {
  return {
    async isClustered() {
      const { rows } = await sql<{ Value: string }>`show variables like 'wsrep_on'`.execute(node)
      return rows[0]?.Value === 'ON'
    },
    synchronise: () =>
      node.connection().execute(async (connection) => {
        await sql`set session wsrep_sync_wait = 1`.execute(connection)
        await sql`select 1`.execute(connection)
      }),
  }
}

/** Requests share syncs. A sync serves the requests that arrived before its start, the next sync all later requests. */
export function createOwnWrites(
  { isClustered, synchronise }: NodeQueries,
  maxWaitMs: number,
): Omit<OwnWrites, 'end'> {
  let isClusterNode: boolean | undefined
  let runningSync: Promise<unknown> | undefined
  let nextSync: Promise<unknown> | undefined

  function startSync(): Promise<unknown> {
    nextSync = undefined
    runningSync = synchronise().finally(() => {
      runningSync = undefined
    })
    return runningSync
  }

  function joinSync(): Promise<unknown> {
    if (!runningSync) return startSync()
    nextSync ??= runningSync.catch(() => undefined).then(startSync)
    return nextSync
  }

  async function wait(): Promise<boolean> {
    isClusterNode ??= await isClustered()
    if (!isClusterNode) return true
    const synced = joinSync().then(() => true)
    synced.catch(() => undefined)
    return Promise.race([synced, pause(maxWaitMs, false, { ref: false })])
  }

  return { isNeeded: () => isClusterNode !== false, wait }
}
