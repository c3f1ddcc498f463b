import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

type Pools = { screen?: ReturnType<typeof connect>; file?: ReturnType<typeof connect> }

declare global {
  var aeropubReportPools: Pools | undefined
}

const pools: Pools = globalThis.aeropubReportPools ?? {}
globalThis.aeropubReportPools = pools

/**
 * The database for a report that somebody waits for: connections of its own, so few that reports never take those of the
 * shop, and a limit for each question which the database itself keeps (REPORT_POOL, REPORT_QUERY_TIMEOUT_MS).
 */
export function screenReader(): DbOrTrx {
  pools.screen ??= open(env.REPORT_QUERY_TIMEOUT_MS)
  return pools.screen
}

/** The same for a report that is prepared as a file, with the longer limit of REPORT_FILE_QUERY_TIMEOUT_MS. */
export function fileReader(): DbOrTrx {
  pools.file ??= open(env.REPORT_FILE_QUERY_TIMEOUT_MS)
  return pools.file
}

/** Ends the connections; whoever reads a report afterwards opens new ones. */
export async function closeReportPools(): Promise<void> {
  const open = Object.values(pools)
  delete pools.screen
  delete pools.file
  await Promise.all(open.map((pool) => pool?.destroy()))
}

function open(statementLimitMs: number) {
  return connect(env.DATABASE_URL, {
    connections: env.REPORT_POOL,
    acquireTimeoutMs: env.REPORT_WAIT_MS,
    statementLimitMs,
    // The database is to say that it is enough; this is for one that says nothing any more.
    queryTimeoutMs: statementLimitMs + 2_000,
  })
}

/** Why a report was not read: its question took longer than its limit, or others are being read. */
export type ReportDelay = 'too-long' | 'busy'

/** ER_STATEMENT_TIMEOUT of MariaDB and ER_QUERY_TIMEOUT of MySQL; and a database too busy to keep its own limit. */
const TOO_LONG = new Set<unknown>([1969, 3024, 'PROTOCOL_SEQUENCE_TIMEOUT'])
/** No connection of those for reports is free, or none could be opened in time. */
const BUSY = new Set<unknown>(['POOL_TIMEOUT', 'ETIMEDOUT'])

/** Which delay an error of a report's reading means; undefined for any other error, such as a database that is away. */
export function reportDelay(error: unknown): ReportDelay | undefined {
  if (!(error instanceof Error)) return undefined
  const [errno, code] = [Reflect.get(error, 'errno'), Reflect.get(error, 'code')]
  if (TOO_LONG.has(errno) || TOO_LONG.has(code)) return 'too-long'
  return BUSY.has(code) ? 'busy' : undefined
}
