import { type Connection, createConnection } from 'mysql2/promise'
import { env } from '#app/env.server.ts'
import { waitFor } from '#tests/support/shop.ts'

/** Runs `during` while `waitingWork` waits for the locked table. Returns the result of `waitingWork`. */
export async function runDuringTableLock<T>(
  table: string,
  waitingWork: () => Promise<T>,
  during: (gate: Connection) => Promise<void>,
): Promise<T> {
  const gate = await createConnection(env.DATABASE_URL)
  try {
    await gate.query(`lock tables ${table} write`)
    const pendingWork = waitingWork()
    await waitFor(`somebody waits for ${table}`, () => isSomebodyWaiting(gate))
    await during(gate)
    await gate.query('unlock tables')
    return await pendingWork
  } finally {
    await gate.end()
  }
}

async function isSomebodyWaiting(connection: Connection): Promise<boolean> {
  const [rows] = await connection.query(
    "select id from information_schema.processlist where db = database() and state like 'Waiting for table metadata lock%'",
  )
  return Array.isArray(rows) && rows.length > 0
}
