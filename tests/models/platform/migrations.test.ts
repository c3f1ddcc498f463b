import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { hasKey } from '#db/has-key.ts'
import { loadMigrations, migrate, migrationNames } from '#db/migrate.ts'
import { calculateMigrationChecksum, storeChecksums } from '#db/migration-checksums.ts'
import { createDatabase, createEmptyDatabase } from '#tests/support/fresh-database.ts'
import { waitFor } from '#tests/support/shop.ts'

let database: Awaited<ReturnType<typeof createDatabase>>

beforeAll(async () => {
  database = await createDatabase(env.DATABASE_URL)
})
afterAll(() => database.drop())

async function readNames(table: string) {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

async function readTable(table: string, db = database.db) {
  const { rows } = await sql`show create table ${sql.table(table)}`.execute(db)
  return rows
}

/** Omits the character set, which MySQL shows in the columns of a copied table. */
async function readDefinition(table: string, db: typeof database.db) {
  return JSON.stringify(await readTable(table, db)).replaceAll(' CHARACTER SET utf8mb4', '')
}

test('the newest migrations can be reverted and applied again with equal results', async () => {
  const definitionsBefore = [await readTable('order_lines'), await readTable('maintenance')]
  const fourthNewest = migrationNames.at(-4)
  const newestNames = migrationNames.slice(-3)
  expect(await migrate(database.db, fourthNewest)).toEqual(newestNames.toReversed())
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames.slice(0, -3))
  expect(await migrate(database.db)).toEqual(newestNames)
  expect([await readTable('order_lines'), await readTable('maintenance')]).toEqual(definitionsBefore)
})

test('each migration can run again after an interruption before its record, with equal results', {
  meta: { slow: 'runs every migration twice' },
}, async () => {
  const { url, drop } = await createEmptyDatabase(env.DATABASE_URL)
  const emptyDatabase = connect(url, { connections: 1 })
  try {
    for (const [name, { up }] of Object.entries(await loadMigrations())) {
      await up(emptyDatabase)
      await expect(up(emptyDatabase), name).resolves.toBeUndefined()
    }
    const tables = await emptyDatabase.introspection.getTables()
    expect(tables.length).toBeGreaterThan(100)
    for (const { name } of tables)
      expect(await readDefinition(name, emptyDatabase)).toBe(await readDefinition(name, database.db))
  } finally {
    await emptyDatabase.destroy()
    await drop()
  }
})

test('a migration that was changed after it ran is rejected by name', async () => {
  expect(await migrate(database.db)).toEqual([])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
  const changedName = '1001-create-users'
  const changeChecksum = (checksum: string) =>
    sql`update kysely_migration_checksum set checksum = ${checksum} where name = ${changedName}`.execute(
      database.db,
    )
  const { rows } = await sql<{
    checksum: string
  }>`select checksum from kysely_migration_checksum where name = ${changedName}`.execute(database.db)
  const otherChecksum = '0'.repeat(64)
  await changeChecksum(otherChecksum)
  await expect(migrate(database.db)).rejects.toThrow(
    `${changedName} was changed after it ran in this database`,
  )
  await changeChecksum(rows[0]?.checksum ?? '')
  expect(await migrate(database.db)).toEqual([])
})

test.each([
  ['other spaces', true, 'create  table\n notes (id int)'],
  ['another type', false, 'create table notes (id bigint)'],
])('a statement with %s has the same checksum: %s', async (_difference, isSame, statement) => {
  const computeChecksum = (text: string) =>
    calculateMigrationChecksum({ up: async (db) => void (await sql.raw(text).execute(db)) })
  expect((await computeChecksum(statement)) === (await computeChecksum('create table notes (id int)'))).toBe(
    isSame,
  )
})

test('a read before the statement leaves the checksum unchanged', async () => {
  const statement = sql`create table notes (id int)`
  const checksum = await calculateMigrationChecksum({ up: async (db) => void (await statement.execute(db)) })
  const checksumWithRead = await calculateMigrationChecksum({
    up: async (db) => {
      if (!(await hasKey(db, 'notes', 'notes_by_date'))) await statement.execute(db)
    },
  })
  expect(checksumWithRead).toBe(checksum)
})

async function setMigrationLevel(level: string) {
  await sql`delete from kysely_migration`.execute(database.db)
  await sql`delete from kysely_migration_checksum`.execute(database.db)
  for (const name of ['0001-create-users', level])
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-01T00:00:00.000Z')`.execute(
      database.db,
    )
}

test('a database of the last build before 0.1.0 is adopted unchanged', async () => {
  await setMigrationLevel('0322-create-maintenance')
  const newerNames = migrationNames.filter((name) => name > '1103-link-renewal-lines')
  const migrations = await loadMigrations()
  for (const name of newerNames.toReversed()) await migrations[name]?.down?.(database.db)
  expect(await migrate(database.db)).toEqual(newerNames)
  expect(await readNames('kysely_migration')).toEqual(migrationNames)
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})

test('a database of an earlier build is rejected with the migration to run first', async () => {
  await setMigrationLevel('0310-keep-old-webhook-secrets')
  await expect(migrate(database.db)).rejects.toThrow(
    'migrate it with the last of those (0322-create-maintenance) first',
  )
  expect(await readNames('kysely_migration')).toEqual(['0001-create-users', '0310-keep-old-webhook-secrets'])
})

/** Returns whether a migration waits for rows that the test locked. */
async function isMigrationWaiting() {
  const { rows } = await sql`select id from information_schema.processlist
    where db = database() and info like 'select name from kysely_migration%for update'`.execute(database.db)
  return rows.length > 0
}

test('a database adoption that waited for another one changes no row', async () => {
  await setMigrationLevel('0322-create-maintenance')
  const otherConnection = connect(database.url, { connections: 1 })
  const timestamp = '2026-11-02T00:00:00.000Z'
  try {
    const { migrating: waitingMigration } = await database.db.transaction().execute(async (trx) => {
      await sql`select name from kysely_migration for update`.execute(trx)
      const migrating = migrate(otherConnection)
      await waitFor('a migration waits', isMigrationWaiting)
      await sql`delete from kysely_migration`.execute(trx)
      const valueRows = sql.join(migrationNames.map((name) => sql`(${name}, ${timestamp})`))
      await sql`insert into kysely_migration (name, timestamp) values ${valueRows}`.execute(trx)
      return { migrating }
    })
    expect(await waitingMigration).toEqual([])
  } finally {
    await otherConnection.destroy()
  }
  const { rows } = await sql`select distinct timestamp from kysely_migration`.execute(database.db)
  expect(rows).toEqual([{ timestamp }])
})

test('storing checksums twice concurrently stores each checksum once', async () => {
  await migrate(database.db)
  await sql`delete from kysely_migration_checksum`.execute(database.db)
  const migrations = await loadMigrations()
  await Promise.all([storeChecksums(database.db, migrations), storeChecksums(database.db, migrations)])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})

test('stores missing and deletes surplus checksums, even if the tables of names differ in collation', async () => {
  await migrate(database.db)
  await sql`delete from kysely_migration_checksum where name = ${migrationNames[0] ?? ''}`.execute(
    database.db,
  )
  await sql`insert into kysely_migration_checksum (name, checksum) values ('9999-taken-back', '')`.execute(
    database.db,
  )
  await sql`alter table kysely_migration_checksum
    convert to character set utf8mb4 collate utf8mb4_general_ci`.execute(database.db)
  expect(await migrate(database.db)).toEqual([])
  expect(await readNames('kysely_migration_checksum')).toEqual(migrationNames)
})
