import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import { openWorkerDatabase } from './fresh-database.ts'

declare global {
  var workerDatabase: ReturnType<typeof openWorkerDatabase> | undefined
}

/**
 * The database and the data folder of this test process: the one migrated, and emptied before each test, the other
 * emptied for each file. Their addresses go into the environment before the application reads it.
 */
globalThis.workerDatabase ??= openWorkerDatabase(process.env.DATABASE_URL ?? '', process.env.TEST_RUN ?? '')
const own = await globalThis.workerDatabase
process.env.DATABASE_URL = own.url
process.env.DATA_DIR = own.dataFolder
await Promise.all(
  (await readdir(own.dataFolder)).map((name) => rm(join(own.dataFolder, name), { recursive: true })),
)

/** For what is made once for a whole file: the rows of the file before are there until its first test. */
export async function emptyShop() {
  for (const store of globalThis.aeropubHeld?.stores ?? []) store.clear()
  if (globalThis.aeropubHeld) globalThis.aeropubHeld.version = undefined
  await own.empty()
}
beforeEach(emptyShop)

// Leftovers of a file would reach the next file of its process.
const before = { environment: { ...process.env }, database: globalThis.aeropubDatabase }
afterAll(() => {
  if (expect.getState().testPath?.includes('.own-process.')) return
  const { environment, database } = before
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
  // libvips notes its folder there by itself.
  names.delete('VIPSHOME')
  const changed = [...names].filter((name) => environment[name] !== process.env[name])
  if (database && database !== globalThis.aeropubDatabase) changed.push('aeropubDatabase')
  expect(changed, 'others of its process see it: name the file *.own-process.test.ts').toEqual([])
})

/** Lets every test begin with these rows instead of none; without any, it begins with none again. */
export const keepRows = own.keep

/** For a test that prints ids: they count from 1 again. */
export const restartNumbers = own.restart
