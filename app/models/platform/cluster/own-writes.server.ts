import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type OwnWrites = {
  /** False once the database is known to be no node of a Galera cluster. */
  isNeeded(): boolean
  /** Returns true when this node shows all that any node had committed before the call, false when the time was over. */
  wait(): Promise<boolean>
  end(): Promise<void>
}

/**
 * At a Galera cluster a node shows a commit of another a moment later; whoever has just written waits for it here
 * (D233). On other servers nothing is asked.
 */
export function openOwnWrites(): OwnWrites {
  const node = connect(env.DATABASE_URL, {
    connections: 1,
    // Later than the requests give up, so that they see a late node and no lost connection.
    queryTimeoutMs: 2 * env.QUERY_TIMEOUT_MS,
    acquireTimeoutMs: 2 * env.QUERY_TIMEOUT_MS,
  })
  return { ...createOwnWrites(nodeQueries(node), env.QUERY_TIMEOUT_MS), end: () => node.destroy() }
}

type NodeQueries = { isClustered(): Promise<boolean>; synchronise(): Promise<unknown> }

function nodeQueries(node: Kysely<Database>): NodeQueries {
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

/** One wait serves all that came before it began; who comes later waits for the next. */
export function createOwnWrites(
  { isClustered, synchronise }: NodeQueries,
  limitMs: number,
): Omit<OwnWrites, 'end'> {
  let isNode: boolean | undefined
  let running: Promise<unknown> | undefined
  let next: Promise<unknown> | undefined

  function begin(): Promise<unknown> {
    next = undefined
    running = synchronise().finally(() => {
      running = undefined
    })
    return running
  }

  function join(): Promise<unknown> {
    if (!running) return begin()
    next ??= running.catch(() => undefined).then(begin)
    return next
  }

  async function wait(): Promise<boolean> {
    isNode ??= await isClustered()
    if (!isNode) return true
    const isDone = join().then(() => true)
    isDone.catch(() => undefined)
    return Promise.race([isDone, pause(limitMs, false, { ref: false })])
  }

  return { isNeeded: () => isNode !== false, wait }
}
