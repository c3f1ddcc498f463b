import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

type Pools = { screen?: ReturnType<typeof connect>; file?: ReturnType<typeof connect> }

declare global {
  var aeropubReportPools: Pools | undefined
}

const pools: Pools = globalThis.aeropubReportPools ?? {}
globalThis.aeropubReportPools = pools

/** A pool of its own: reports never use up the shop's (REPORT_POOL, REPORT_QUERY_TIMEOUT_MS). */
export function screenReader(): DbOrTrx {
  pools.screen ??= open('reports', env.REPORT_QUERY_TIMEOUT_MS)
  return pools.screen
}

/** For reports prepared as files, with the longer REPORT_FILE_QUERY_TIMEOUT_MS. */
export function fileReader(): DbOrTrx {
  pools.file ??= open('report-files', env.REPORT_FILE_QUERY_TIMEOUT_MS)
  return pools.file
}

export async function closeReportPools(): Promise<void> {
  const open = Object.values(pools)
  delete pools.screen
  delete pools.file
  await Promise.all(open.map((pool) => pool?.destroy()))
}

function open(name: string, statementLimitMs: number) {
  return connect(env.DATABASE_URL, {
    name,
    connections: env.REPORT_POOL,
    acquireTimeoutMs: env.REPORT_WAIT_MS,
    statementLimitMs,
    // The database ends the statement itself; this limit is for one that does not respond.
    queryTimeoutMs: statementLimitMs + 2_000,
  })
}

/** The query exceeded its limit, or all report connections are in use. */
export type ReportDelay = 'too-long' | 'busy'

/** ER_STATEMENT_TIMEOUT (MariaDB), ER_QUERY_TIMEOUT (MySQL), or no answer within the client's limit. */
const TOO_LONG = new Set<unknown>([1969, 3024, 'PROTOCOL_SEQUENCE_TIMEOUT'])
/** No free report connection, or none opened in time. */
const BUSY = new Set<unknown>(['POOL_TIMEOUT', 'ETIMEDOUT'])

/** Undefined for other errors, such as an unreachable database. */
export function reportDelay(error: unknown): ReportDelay | undefined {
  if (!(error instanceof Error)) return undefined
  const [errno, code] = [Reflect.get(error, 'errno'), Reflect.get(error, 'code')]
  if (TOO_LONG.has(errno) || TOO_LONG.has(code)) return 'too-long'
  return BUSY.has(code) ? 'busy' : undefined
}
