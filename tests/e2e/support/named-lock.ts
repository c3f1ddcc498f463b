import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { shopEnvironment } from './shop.ts'

/** Runs one test at a time under this name, in all projects, because they share a shop. */
export async function runWithNamedLock(name: string, work: () => Promise<void>): Promise<void> {
  const connection = await createConnection(shopEnvironment().DATABASE_URL)
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      `select get_lock(concat(database(), '.', ?), 120) as wasLocked`,
      [name],
    )
    if (rows[0]?.wasLocked !== 1) throw new Error(`another test does not end with: ${name}`)
    await work()
  } finally {
    await connection.end()
  }
}
