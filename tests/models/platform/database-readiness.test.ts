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
  { schema: 'of this build', needed: newestMigration, state: 'ready' },
  { schema: 'of a later build', needed: '1001-create-users', state: 'ready' },
  { schema: 'of an earlier build', needed: '9999-of-a-later-build', state: 'old-schema' },
])('reports a schema $schema as $state', async ({ needed, state }) => {
  expect(await readDatabaseState(needed)).toBe(state)
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
  const remaining = [...results]
  const read = createReadinessCheck(
    async () => remaining.shift() ?? 'ready',
    () => time,
  )
  const states: string[] = []
  for (const _result of results) {
    states.push(await read('1'))
    time += 500
  }
  return states
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
  let [time, checks] = [0, 0]
  let state: DatabaseState = 'ready'
  const read = createReadinessCheck(
    async () => {
      checks += 1
      return state
    },
    () => time,
  )
  await Promise.all([read('1'), read('1'), read('1')])
  time += 499
  await read('1')
  expect(checks).toBe(1)
  state = 'unreachable'
  time += 1
  expect(await read('1')).toBe('unreachable')
  state = 'ready'
  expect(await read('1')).toBe('ready')
  expect(checks).toBe(3)
})
