import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { findEpoch, makeEventName } from '#app/models/platform/backup.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import { verifyArchive } from '#db/backup/archive.ts'
import { deleteOldArchives, formatArchiveName, makeBackup } from '#db/backup/backup.ts'
import { finishRestore } from '#db/backup/finish.ts'
import { setRestoreStage } from '#db/backup/mark.ts'
import { LogServerFault } from '#db/backup/problem.ts'
import { replayBinlog } from '#db/backup/replay.ts'
import { chooseMigrationLevel, loadBackup } from '#db/backup/restore.ts'
import { emptiedTables, fileColumns, secretColumns, tables } from '#db/backup/tables.ts'
import { makeEveryRecord } from '#tests/factories/every-record.ts'
import { isClockShifted } from '#tests/support/clock.ts'
import { createEmptyDatabase } from '#tests/support/fresh-database.ts'
import { describeFault } from '../../../scripts/backup/report-fault.ts'

const backupKey = randomBytes(32)
let folder: string
let targetDatabase: { url: string; drop(): Promise<unknown> }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-backup-'))
  targetDatabase = await createEmptyDatabase(env.DATABASE_URL)
})

afterEach(async () => {
  await targetDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

const getFilesFolder = () => join(folder, 'files')
const getRestoredFolder = () => join(folder, 'restored')

function runBackup(options: { key?: Uint8Array; dataFolder?: undefined } = {}) {
  const backupFolder = join(folder, 'backups')
  return makeBackup({
    databaseUrl: env.DATABASE_URL,
    dataFolder: getFilesFolder(),
    folder: backupFolder,
    app: '0',
    ...options,
  })
}

function loadIntoTarget(path: string, options: { key?: Uint8Array } = {}) {
  return loadBackup({ path, databaseUrl: targetDatabase.url, dataFolder: getRestoredFolder(), ...options })
}

async function writeDataFile(name: string, content: string) {
  await mkdir(join(getFilesFolder(), name, '..'), { recursive: true })
  await writeFile(join(getFilesFolder(), name), content)
}

/** Returns all rows of a table with dates and JSON as text. */
async function dumpRows(url: string, table: string) {
  const connection = await createConnection({ uri: url, timezone: 'Z', dateStrings: true, jsonStrings: true })
  const [rows] = await connection.query({ sql: `select * from \`${table}\``, rowsAsArray: true })
  await connection.end()
  return rows
}

async function runOnTarget<T>(work: (targetDb: typeof db) => Promise<T>): Promise<T> {
  const targetDb = connect(targetDatabase.url, { connections: 1 })
  return work(targetDb).finally(() => targetDb.destroy())
}

test('the list of tables is complete, and the columns of files and secrets exist', async () => {
  const { rows: shopTables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = database() and table_name not like 'kysely%'`.execute(db)
  expect(Object.keys(tables).sort()).toEqual(shopTables.map(({ name }) => name).sort())
  const { rows: columns } = await sql<{ name: string }>`
    select concat(table_name, '.', column_name) as name from information_schema.columns
    where table_schema = database()`.execute(db)
  const columnNames = columns.map(({ name }) => name)
  expect(columnNames).toEqual(
    expect.arrayContaining([
      ...Object.entries(fileColumns).map(([table, { column }]) => `${table}.${column}`),
      ...Object.entries(secretColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ]),
  )
})

test('an encrypted backup restores every row and every file except an unfinished upload', {
  meta: { slow: 'makes and restores a backup' },
}, async () => {
  await makeEveryRecord()
  await writeDataFile('boletos/1.pdf', 'PDF')
  await writeDataFile('publications/long.pdf', 'ção '.repeat(100_000))
  await writeDataFile('publications/empty.txt', '')
  await writeDataFile('publications/upload.part', 'half')
  const { path, manifest } = await runBackup({ key: backupKey })
  expect(path).toMatch(/\/aeropub-\d{8}T\d{6}Z\.tar\.enc$/)
  expect((await readFile(path)).includes('manifest')).toBe(false)
  await loadIntoTarget(path, { key: backupKey })
  for (const table of Object.keys(tables))
    expect({ table, rows: await dumpRows(targetDatabase.url, table) }).toEqual({
      table,
      rows: await dumpRows(env.DATABASE_URL, table),
    })
  expect(
    (await readdir(getRestoredFolder(), { recursive: true })).filter((name) => name.includes('.')).sort(),
  ).toEqual(['boletos/1.pdf', 'publications/empty.txt', 'publications/long.pdf'])
  expect(await readFile(join(getRestoredFolder(), 'publications/long.pdf'), 'utf8')).toBe(
    'ção '.repeat(100_000),
  )
  expect(manifest.tables.find(({ name }) => name === 'orders')?.rows).toBeGreaterThan(0)
})

const damageByName: [string, (bytes: Buffer) => Buffer][] = [
  ['one changed byte', (bytes) => flipBit(bytes, Math.floor(bytes.length / 2))],
  ['a cut end', (bytes) => bytes.subarray(0, bytes.length - 4_000)],
  ['a changed header', (bytes) => flipBit(bytes, 30)],
  ['nothing but its beginning', (bytes) => bytes.subarray(0, 20)],
]

function flipBit(bytes: Buffer, offset: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[offset] = (changed[offset] ?? 0) ^ 1
  return changed
}

for (const [name, damage] of damageByName)
  for (const usedKey of [backupKey, undefined])
    test(`detects ${name} of ${usedKey ? 'an encrypted' : 'a plain'} backup before writing anything`, async () => {
      await writeDataFile('a.bin', randomBytes(300_000).toString('hex'))
      const { path } = await runBackup(usedKey ? { key: usedKey } : {})
      await writeFile(path, damage(await readFile(path)))
      await expect(loadIntoTarget(path, { key: backupKey })).rejects.toThrow(
        /damaged|cut off|lacks|does not open/,
      )
      await runOnTarget(async (targetDb) => {
        const { rows } = await sql`show tables`.execute(targetDb)
        expect(rows).toEqual([])
      })
      await expect(readdir(getRestoredFolder())).rejects.toThrow('ENOENT')
    })

/** The last migration of the builds before 0.1.0. */
const lastOldLevel = '0322-create-maintenance'
const logPosition = { file: 'binlog.000001', position: 4 }

test.each([
  [lastOldLevel, null, true, '1103-link-renewal-lines'],
  [lastOldLevel, logPosition, false, '1103-link-renewal-lines'],
  ['1103-link-renewal-lines', logPosition, true, '1103-link-renewal-lines'],
])(
  'an archive of level %s with log position %j and replay %s is restored to level %s',
  (archiveLevel, logPlace, awaitsReplay, expectedLevel) => {
    expect(chooseMigrationLevel({ level: archiveLevel, binlog: logPlace }, awaitsReplay)).toBe(expectedLevel)
  },
)

test.each([
  [lastOldLevel, true, 'load and replay it with the build that made it, then --finish with this one'],
  ['0310-keep-old-webhook-secrets', false, `restore it with the last of those (${lastOldLevel})`],
  ['9999-later', false, 'the backup is of a later version of the shop (9999-later)'],
])('an archive of level %s is rejected with replay %s: %s', (level, awaitsReplay, reason) => {
  expect(() => chooseMigrationLevel({ level, binlog: logPosition }, awaitsReplay)).toThrow(reason)
})

test('an encrypted backup opens neither with another key nor without a key', async () => {
  const { path } = await runBackup({ key: backupKey })
  await expect(verifyArchive(path, randomBytes(32))).rejects.toThrow('BACKUP_KEY is not the one')
  await expect(verifyArchive(path, undefined)).rejects.toThrow('BACKUP_KEY is needed')
})

test('a restore requires an empty database and an empty folder', async () => {
  await writeDataFile('a.txt', 'a')
  const { path } = await runBackup()
  await mkdir(getRestoredFolder())
  await writeFile(join(getRestoredFolder(), 'other.txt'), '')
  await expect(loadIntoTarget(path)).rejects.toThrow('files folder is not empty')
  await rm(getRestoredFolder(), { recursive: true })
  await runOnTarget((targetDb) => sql`create table other (id int primary key)`.execute(targetDb))
  await expect(loadIntoTarget(path)).rejects.toThrow('database is not empty')
})

test('a finished restore skips numbers, disables endpoints and leaves mails that may be sent to staff', {
  meta: { slow: 'makes and restores a backup' },
}, async () => {
  await makeEveryRecord()
  await db
    .insertInto('boleto_numbers')
    .values({ number_range: '001/9990001', next_number: 41, given_through: 40 })
    .onDuplicateKeyUpdate({ next_number: 41, given_through: 40 })
    .execute()
  await db.updateTable('outbox').set({ done_at: new Date() }).execute()
  await withTransaction((trx) =>
    addToOutbox(trx, ['mail-payment-confirmed', 'issue-boleto', 'notify-subscribers'], '7'),
  )
  await db
    .updateTable('outbox')
    .set({ published_at: new Date(), last_error: 'timeout' })
    .where('done_at', 'is', null)
    .execute()
  const file = await db.selectFrom('order_files').select('file').executeTakeFirstOrThrow()
  const { secret } = await db.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
  const [lastOrder, lastEvent] = [await findLastId('orders'), await findLastId('outbox')]
  const skippedNumbers = 10_000
  const { path, manifest } = await runBackup()
  expect(manifest.missingFiles).toContain(file.file)
  await loadIntoTarget(path)
  const outcome = await finishRestore(targetDatabase.url, manifest)
  expect(outcome).toMatchObject({ uncertain: 2, endpointsWithoutSecret: 1, exhausted: [] })
  expect(outcome.firstOrder).toBeGreaterThan(lastOrder + skippedNumbers)
  await runOnTarget(async (targetDb) => {
    const numbers = await targetDb
      .selectFrom('boleto_numbers')
      .selectAll()
      .where('number_range', '=', '001/9990001')
      .executeTakeFirstOrThrow()
    expect(numbers.next_number).toBeGreaterThan(41 + skippedNumbers)
    expect(numbers.given_through).toBe(numbers.next_number - 1)
    const openJobs = await targetDb
      .selectFrom('outbox')
      .selectAll()
      .where('done_at', 'is', null)
      .orderBy('job')
      .execute()
    const flags = openJobs.map((row) => [row.job, row.uncertain_at !== null, row.refused_at !== null])
    expect(flags).toEqual([
      ['issue-boleto', false, false],
      ['mail-payment-confirmed', true, true],
      ['notify-subscribers', true, true],
    ])
    expect(openJobs[0]?.published_at).toBeNull()
    const insertedJob = await targetDb
      .insertInto('outbox')
      .values({ job: 'sweep', subject: '1' })
      .executeTakeFirstOrThrow()
    expect(Number(insertedJob.insertId)).toBeGreaterThan(lastEvent + skippedNumbers)
    const endpoint = await targetDb
      .selectFrom('webhook_endpoints')
      .select(['secret', 'is_active'])
      .executeTakeFirstOrThrow()
    expect(endpoint.is_active).toBe(false)
    expect(endpoint.secret).toMatch(/^whsec_.{20}/)
    expect(endpoint.secret).not.toBe(secret)
  })
  for (const table of emptiedTables)
    expect({ table, rows: await dumpRows(targetDatabase.url, table) }).toMatchObject({ rows: [] })
  await expect(finishRestore(targetDatabase.url, manifest)).rejects.toThrow('nothing was changed')
})

test('finishes only a loaded database whose stage and manifest fit, and then removes its mark', {
  meta: { slow: 'makes and restores a backup' },
}, async () => {
  const { path, manifest } = await runBackup()
  await loadIntoTarget(path)
  await expect(finishRestore(targetDatabase.url, { ...manifest, id: '0'.repeat(32) })).rejects.toThrow(
    'nothing was changed',
  )
  await expect(finishRestore(env.DATABASE_URL, manifest)).rejects.toThrow('nothing was changed')
  const hasRestoreMark = () =>
    runOnTarget(async (targetDb) =>
      (await targetDb.introspection.getTables()).some(({ name }) => name === restoreMark),
    )
  expect(await hasRestoreMark()).toBe(true)
  for (const stage of ['loading', 'replaying'] as const) {
    await setRestoreStage(targetDatabase.url, stage)
    await expect(finishRestore(targetDatabase.url, manifest)).rejects.toThrow('was cut off: begin anew')
  }
  await setRestoreStage(targetDatabase.url, 'before-replay')
  await expect(finishRestore(targetDatabase.url, manifest)).rejects.toThrow('the binary log was not replayed')
  const database = new URL(targetDatabase.url).pathname.slice(1)
  const manifestOfSameDatabase = { ...manifest, database, binlog: { file: 'binlog.000001', position: 4 } }
  const replay = {
    manifest: manifestOfSameDatabase,
    databaseUrl: targetDatabase.url,
    source: { url: targetDatabase.url },
  }
  await expect(replayBinlog(replay)).rejects.toThrow('restore into another name')
  expect(await hasRestoreMark()).toBe(true)
  await finishRestore(targetDatabase.url, manifest, { isReplaySkipped: true })
  expect(await hasRestoreMark()).toBe(false)
})

test('rejects an archive location inside the backed-up files', async () => {
  await mkdir(getFilesFolder(), { recursive: true })
  const options = {
    databaseUrl: env.DATABASE_URL,
    dataFolder: getFilesFolder(),
    folder: join(getFilesFolder(), 'backups'),
    app: '0',
  }
  await expect(makeBackup(options)).rejects.toThrow('choose a folder outside DATA_DIR')
})

async function findLastId(table: 'orders' | 'outbox'): Promise<number> {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return row.id
}

test('names of events before a restore contain only their id, and names of later events also its epoch', async () => {
  const times = { snapshot_at: new Date(), restored_at: new Date(), first_order: 1 }
  expect([await makeEventName(7), await findEpoch()]).toEqual(['evt-7', ''])
  await db
    .insertInto('restores')
    .values([
      { ...times, archive: 'a'.repeat(32), epoch: 'one', first_event: 100 },
      { ...times, archive: 'b'.repeat(32), epoch: 'two', first_event: 200 },
    ])
    .execute()
  expect(await Promise.all([99, 100, 199, 200].map(makeEventName))).toEqual([
    'evt-99',
    'evt-one-100',
    'evt-one-199',
    'evt-two-200',
  ])
  expect(await findEpoch()).toBe('two')
})

test('retention deletes only the oldest archives, never the newest and no other files', async () => {
  const archiveNames = [1, 2, 3].map((day) => {
    const isEncrypted = day > 1
    return formatArchiveName(new Date(`2026-11-0${day}T03:00:00.000Z`), isEncrypted)
  })
  expect(archiveNames[0]).toBe('aeropub-20261101T030000Z.tar')
  for (const name of [...archiveNames, 'other.tar', 'aeropub-notes.txt'])
    await writeFile(join(folder, name), '')
  expect(await deleteOldArchives(folder, 2)).toEqual([archiveNames[0]])
  await deleteOldArchives(folder, 0)
  expect((await readdir(folder)).sort()).toEqual(['aeropub-notes.txt', archiveNames[2], 'other.tar'].sort())
})

test('an archive contains only the database when files are in a bucket, and reports no missing files', async () => {
  await writeDataFile('prepared/1', 'x')
  const { manifest } = await runBackup({ dataFolder: undefined })
  expect(manifest.members.some(({ name }) => name.startsWith('files/'))).toBe(false)
  expect(manifest.tables.length).toBeGreaterThan(0)
  expect(manifest.missingFiles).toEqual([])
})

test.skipIf(isClockShifted)('deletes leftovers of a killed backup, but not of a running one', async () => {
  const backupFolder = join(folder, 'backups')
  await mkdir(backupFolder)
  const [killedBackup, runningBackup] = [1, 2].map((day) =>
    join(backupFolder, `${formatArchiveName(new Date(`2026-11-0${day}`), true)}.part`),
  )
  for (const path of [killedBackup, runningBackup]) await writeFile(path ?? '', 'half')
  const longAgo = new Date(0)
  await utimes(killedBackup ?? '', longAgo, longAgo)
  const { path } = await runBackup()
  expect((await readdir(backupFolder)).sort()).toEqual([basename(runningBackup ?? ''), basename(path)].sort())
})

test('a backup without the binary log privilege reports the missing privilege', async () => {
  const { rows } = await sql<{ isLogging: number; version: string }>`
    select @@global.log_bin as isLogging, version() as version`.execute(db)
  const url = new URL(env.DATABASE_URL)
  const userName = `lesser_${randomBytes(4).toString('hex')}`
  const accounts = ['%', 'localhost'].map((host) => sql`${sql.lit(userName)}@${sql.lit(host)}`)
  for (const account of accounts) {
    await sql`create user ${account} identified by 'of-a-test'`.execute(db)
    await sql`grant select, show view on ${sql.id(url.pathname.slice(1))}.* to ${account}`.execute(db)
  }
  Object.assign(url, { username: userName, password: 'of-a-test' })
  const options = { databaseUrl: url.href, dataFolder: undefined, folder, app: '0' }
  const archive = await makeBackup(options).finally(async () => {
    for (const account of accounts) await sql`drop user ${account}`.execute(db)
  })
  const privilege = /mariadb/i.test(rows[0]?.version ?? '') ? 'BINLOG MONITOR' : 'RELOAD'
  const expectedFault = Number(rows[0]?.isLogging) === 1 ? expect.stringContaining(privilege) : undefined
  expect(archive.manifest).toMatchObject({
    binlog: null,
    ...(expectedFault ? { binlogFault: expectedFault } : {}),
  })
  expect(await verifyArchive(archive.path, undefined)).toEqual(archive.manifest)
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'the database does not answer'],
  [{ errno: 1045 }, 'the server refuses this user'],
])('a fault names the setting of its server: %j', (errorFields, expectedReason) => {
  const cause = Object.assign(new Error(''), errorFields)
  const logFault = new LogServerFault('', { cause })
  expect(describeFault(logFault, folder, 'BINLOG_URL')).toContain(`BINLOG_URL: ${expectedReason}`)
  expect(describeFault(logFault, folder, 'DATABASE_URL')).toContain(`DATABASE_URL: ${expectedReason}`)
  expect(describeFault(cause, folder, 'BINLOG_URL')).toContain(`DATABASE_URL: ${expectedReason}`)
})
