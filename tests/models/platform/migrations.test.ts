import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { loadMigrations, migrate, migrationNames } from '#db/migrate.ts'
import { calculateMigrationChecksum, storeChecksums } from '#db/migration-checksums.ts'
import { createDatabase } from '#tests/support/fresh-database.ts'
import { until } from '#tests/support/shop.ts'

let own: Awaited<ReturnType<typeof createDatabase>>

beforeAll(async () => {
  own = await createDatabase(env.DATABASE_URL)
})
afterAll(() => own.drop())

async function readNames(table: string) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    own.db,
  )
  return rows.map(({ name }) => name)
}

async function readTable(table: string) {
  const { rows } = await sql`show create table ${sql.table(table)}`.execute(own.db)
  return rows
}

test('the newest migrations can be reverted and applied again with equal results', async () => {
  const before = [await readTable('order_lines'), await readTable('maintenance')]
  const level = migrationNames.at(-4)
  const newest = migrationNames.slice(-3)
  expect(await migrate(own.db, level)).toEqual(newest.toReversed())
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames.slice(0, -3))
  expect(await migrate(own.db)).toEqual(newest)
  expect([await readTable('order_lines'), await readTable('maintenance')]).toEqual(before)
})

test('a migration that was changed after it ran is rejected by name', async () => {
  expect(await migrate(own.db)).toEqual([])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
  const name = '1001-create-users'
  const change = (statement: string) =>
    sql`update kysely_migration_checksum set checksum = ${statement} where name = ${name}`.execute(own.db)
  const { rows } = await sql<{
    checksum: string
  }>`select checksum from kysely_migration_checksum where name = ${name}`.execute(own.db)
  await change('0'.repeat(64))
  await expect(migrate(own.db)).rejects.toThrow(`${name} was changed after it ran in this database`)
  await change(rows[0]?.checksum ?? '')
  expect(await migrate(own.db)).toEqual([])
})

test.each([
  ['other spaces', true, 'create  table\n notes (id int)'],
  ['another type', false, 'create table notes (id bigint)'],
])('a statement with %s has the same checksum: %s', async (_what, isSame, statement) => {
  const checksum = (text: string) =>
    calculateMigrationChecksum({ up: async (db) => void (await sql.raw(text).execute(db)) })
  expect((await checksum(statement)) === (await checksum('create table notes (id int)'))).toBe(isSame)
})

async function pretendLevel(level: string) {
  await sql`delete from kysely_migration`.execute(own.db)
  await sql`delete from kysely_migration_checksum`.execute(own.db)
  for (const name of ['0001-create-users', level])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-01T00:00:00.000Z')`.execute(
      own.db,
    )
}

test('a database of the last build before 0.1.0 is adopted unchanged', async () => {
  await pretendLevel('0322-create-maintenance')
  const since = migrationNames.filter((name) => name > '1103-link-renewal-lines')
  expect(await migrate(own.db)).toEqual(since)
  expect(await readNames('kysely_migration')).toEqual(migrationNames)
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})

test('a database of an earlier build is rejected with the migration to run first', async () => {
  await pretendLevel('0310-keep-old-webhook-secrets')
  await expect(migrate(own.db)).rejects.toThrow(
    'migrate it with the last of those (0322-create-maintenance) first',
  )
  expect(await readNames('kysely_migration')).toEqual(['0001-create-users', '0310-keep-old-webhook-secrets'])
})

/** Returns true while a migration waits for the lock that the test has. */
async function isSomebodyWaiting() {
  const { rows } = await sql`select id from information_schema.processlist
    where db = database() and info like 'select name from kysely_migration%for update'`.execute(own.db)
  return rows.length > 0
}

test('a database adoption that waited for another one changes no row', async () => {
  await pretendLevel('0322-create-maintenance')
  const other = connect(own.url, { connections: 1 })
  const timestamp = '2026-11-02T00:00:00.000Z'
  try {
    const waiting = await own.db.transaction().execute(async (trx) => {
      await sql`select name from kysely_migration for update`.execute(trx)
      const migrating = migrate(other)
      await until('a migration waits', isSomebodyWaiting)
      await sql`delete from kysely_migration`.execute(trx)
      const rows = sql.join(migrationNames.map((name) => sql`(${name}, ${timestamp})`))
      await sql`insert into kysely_migration (name, timestamp) values ${rows}`.execute(trx)
      return { migrating }
    })
    expect(await waiting.migrating).toEqual([])
  } finally {
    await other.destroy()
  }
  const { rows } = await sql`select distinct timestamp from kysely_migration`.execute(own.db)
  expect(rows).toEqual([{ timestamp }])
})

test('two migrations at once store each checksum once', async () => {
  await migrate(own.db)
  await sql`delete from kysely_migration_checksum`.execute(own.db)
  const migrations = await loadMigrations()
  await Promise.all([storeChecksums(own.db, migrations), storeChecksums(own.db, migrations)])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})

test('names of migrations are compared although their tables differ in collation', async () => {
  await migrate(own.db)
  await sql`delete from kysely_migration_checksum where name = ${migrationNames[0] ?? ''}`.execute(own.db)
  await sql`insert into kysely_migration_checksum (name, checksum) values ('9999-taken-back', '')`.execute(
    own.db,
  )
  await sql`alter table kysely_migration_checksum
    convert to character set utf8mb4 collate utf8mb4_general_ci`.execute(own.db)
  expect(await migrate(own.db)).toEqual([])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})
