import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { readDatabaseState } from '#app/models/platform/readiness/database-readiness.server.ts'
import { newestMigration } from '#db/migrate.ts'

test.each([
  { schema: 'of this build', needed: newestMigration, state: 'ready' },
  { schema: 'of a later build, under which this one goes on', needed: '0001-create-users', state: 'ready' },
  { schema: 'of an earlier build', needed: '9999-of-a-later-build', state: 'old-schema' },
])('a schema $schema is $state', async ({ needed, state }) => {
  expect(await readDatabaseState(needed)).toBe(state)
})

test('an empty database has an old schema', async () => {
  await sql`rename table kysely_migration to kysely_migration_away`.execute(db)
  try {
    expect(await readDatabaseState(newestMigration)).toBe('old-schema')
  } finally {
    await sql`rename table kysely_migration_away to kysely_migration`.execute(db)
  }
  expect(await readDatabaseState(newestMigration)).toBe('ready')
})
