import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import {
  createReadinessCheck,
  type DatabaseState,
  readDatabaseState,
} from '#app/models/platform/readiness/database-readiness.server.ts'
import { newestMigration } from '#db/migrate.ts'

test.each([
  { schema: 'of this build', requiredMigration: newestMigration, state: 'ready' },
  { schema: 'of a later build', requiredMigration: '1001-create-users', state: 'ready' },
  { schema: 'of an earlier build', requiredMigration: '9999-of-a-later-build', state: 'old-schema' },
])('reports a schema $schema as $state', async ({ requiredMigration, state }) => {
  expect(await readDatabaseState(requiredMigration)).toBe(state)
})

test('reports an old schema for an empty database', async () => {
  await sql`rename table kysely_migration to kysely_migration_away`.execute(db)
  try {
    expect(await readDatabaseState(newestMigration)).toBe('old-schema')
  } finally {
    await sql`rename table kysely_migration_away to kysely_migration`.execute(db)
  }
  expect(await readDatabaseState(newestMigration)).toBe('ready')
})

/**
 * Runs checks with these results in sequence, each after the cached state expired. Returns the reported
 * states.
 */
async function readStates(results: readonly (DatabaseState | 'busy')[]) {
  let time = 0
  const remainingResults = [...results]
  const readState = createReadinessCheck(
    async () => remainingResults.shift() ?? 'ready',
    () => time,
  )
  const reportedStates: string[] = []
  for (const _result of results) {
    reportedStates.push(await readState('1'))
    time += 500
  }
  return reportedStates
}

test.each([
  { found: ['ready', 'busy', 'busy', 'ready'], states: ['ready', 'ready', 'ready', 'ready'] },
  { found: ['busy', 'busy', 'busy', 'ready'], states: ['ready', 'ready', 'unreachable', 'ready'] },
  { found: ['unreachable', 'busy', 'ready'], states: ['unreachable', 'unreachable', 'ready'] },
  { found: ['busy', 'read-only', 'busy'], states: ['ready', 'read-only', 'read-only'] },
] as const)('reports $states after checks that find $found', async ({ found, states }) => {
  expect(await readStates(found)).toEqual(states)
})

test('shares one check between concurrent callers, and caches only “ready”, for half a second', async () => {
  let [time, checkCount] = [0, 0]
  let state: DatabaseState = 'ready'
  const readState = createReadinessCheck(
    async () => {
      checkCount += 1
      return state
    },
    () => time,
  )
  await Promise.all([readState('1'), readState('1'), readState('1')])
  time += 499
  await readState('1')
  expect(checkCount).toBe(1)
  state = 'unreachable'
  time += 1
  expect(await readState('1')).toBe('unreachable')
  state = 'ready'
  expect(await readState('1')).toBe('ready')
  expect(checkCount).toBe(3)
})
