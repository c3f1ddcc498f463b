import { afterAll, beforeEach } from 'vitest'
import { createDatabase } from './fresh-database.ts'

/**
 * Gives this test file a database of its own, migrated, and empties it before each test.
 * The address goes into the environment before the application reads it.
 */
const own = await createDatabase(process.env.DATABASE_URL ?? '')
process.env.DATABASE_URL = own.url
process.env.DATA_DIR = own.dataFolder

beforeEach(own.empty)

afterAll(async () => {
  const { db } = await import('#app/models/platform/db.server.ts')
  await db.destroy()
  globalThis.aeropubDatabase = undefined
  await own.drop()
})
