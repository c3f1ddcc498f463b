import { type Connection, createConnection } from 'mysql2/promise'
import { env } from '#app/env.server.ts'
import { until } from '#tests/support/shop.ts'

/** Runs `during` while `act` waits for the locked table. Returns the result of `act`. */
export async function whileWaitingFor<T>(
  table: string,
  act: () => Promise<T>,
  during: (gate: Connection) => Promise<void>,
): Promise<T> {
  const gate = await createConnection(env.DATABASE_URL)
  try {
    await gate.query(`lock tables ${table} write`)
    const acting = act()
    await until(`somebody waits for ${table}`, () => isSomebodyWaiting(gate))
    await during(gate)
    await gate.query('unlock tables')
    return await acting
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
