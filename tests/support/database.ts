import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import { openWorkerDatabase } from './fresh-database.ts'

declare global {
  var workerDatabase: ReturnType<typeof openWorkerDatabase> | undefined
}

/**
 * Must run before the application reads the environment. Tables are emptied before each test, files per test
 * file.
 */
globalThis.workerDatabase ??= openWorkerDatabase(process.env.DATABASE_URL ?? '', process.env.TEST_RUN ?? '')
const testDatabase = await globalThis.workerDatabase
process.env.DATABASE_URL = testDatabase.url
process.env.DATA_DIR = testDatabase.dataFolder
await Promise.all(
  (await readdir(testDatabase.dataFolder)).map((name) =>
    rm(join(testDatabase.dataFolder, name), { recursive: true }),
  ),
)

/** Empties the shop for data made once per file. Rows of the earlier file stay until the first test. */
export async function emptyShop() {
  for (const store of globalThis.aeropubHeld?.stores ?? []) store.clear()
  if (globalThis.aeropubHeld) globalThis.aeropubHeld.version = undefined
  await testDatabase.empty()
}
beforeEach(emptyShop)

// Changes by one file would affect later files of this process.
const initialState = { environment: { ...process.env }, database: globalThis.aeropubDatabase }
afterAll(() => {
  if (expect.getState().testPath?.includes('.own-process.')) return
  const { environment, database } = initialState
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
  // libvips sets its folder there by itself.
  names.delete('VIPSHOME')
  const changed = [...names].filter((name) => environment[name] !== process.env[name])
  if (database && database !== globalThis.aeropubDatabase) changed.push('aeropubDatabase')
  expect(changed, 'others of its process see it: name the file *.own-process.test.ts').toEqual([])
})

/** Sets the rows with which each later test begins. A call without an argument leaves later tests none. */
export const keepRows = testDatabase.keep

/** Starts ids from 1, for tests that print them. */
export const restartNumbers = testDatabase.restart
