import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { impersonal, type Leaves, personal } from '#tests/factories/privacy/text-columns.ts'
import { leaveTraces, makeBystander, marks, otherMark } from '#tests/factories/privacy/traces.ts'

const DAY = 24 * 3_600_000
const getDayFromNow = (days: number) => new Date(Date.now() + days * DAY)
const today = toCivilDate(new Date())

/** Returns all text columns that contain one of the marks. */
async function listColumnsWith(words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
        if (words.some((mark) => text.toLowerCase().includes(mark))) found.push(`${name}.${column}`)
      }
  }
  return found.sort()
}

const listDistinct = (names: readonly string[]) => [...new Set(names)]

function listColumnsThatLeave(...when: Leaves[]): string[] {
  return Object.entries(personal)
    .flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, leaves]) =>
        when.includes(leaves) ? [`${table}.${column}`] : [],
      ),
    )
    .sort()
}

/** Returns the folders of stored files that contain a mark. */
async function listFilesWith(mark: string): Promise<string[]> {
  const entries = await readdir(env.DATA_DIR, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries)
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(mark))
      found.push(entry.parentPath.slice(env.DATA_DIR.length + 1).split('/')[0] ?? '')
  return found.sort()
}

test('every text column is classified as personal or impersonal', async () => {
  const { rows } = await sql<{ name: string }>`
    select concat(table_name, '.', column_name) as name from information_schema.columns
    where table_schema = database() and table_name not like 'kysely%'
      and data_type not in ('int', 'bigint', 'smallint', 'tinyint', 'mediumint', 'decimal', 'date', 'datetime', 'timestamp')`.execute(
    db,
  )
  const impersonalColumns = Object.entries(impersonal).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  const classifiedColumns = [
    ...impersonalColumns,
    ...listColumnsThatLeave('account', 'day', 'half a year', 'tax years', 'kept'),
  ]
  expect(listDistinct(classifiedColumns)).toHaveLength(classifiedColumns.length)
  expect(rows.map(({ name }) => name).sort()).toEqual(classifiedColumns.sort())
})

test('erases every word of a removed person from columns and files, each at its time', async () => {
  const { userId, profileId } = await leaveTraces()
  await makeBystander()
  const personalColumns = listColumnsThatLeave('account', 'day', 'half a year', 'tax years', 'kept')
  expect(listDistinct(await listColumnsWith(marks))).toEqual(personalColumns)
  expect(listDistinct(await listFilesWith('zqxwkv'))).toEqual([
    'bank-files',
    'boletos',
    'orders',
    'photos',
    'prepared',
  ])
  const others = await listColumnsWith([otherMark])

  const deletionRequest = await requestDeletion({ userId, profileId }, { areLossesAccepted: true, today })
  expect(deletionRequest).toEqual({ dueAt: expect.any(Date) })
  await db.updateTable('deletion_requests').set({ due_at: new Date() }).execute()
  await sweepOnce(new Date())
  const leftForNow = listColumnsThatLeave('day', 'half a year', 'tax years', 'kept')
  expect(listDistinct(await listColumnsWith(marks))).toEqual(leftForNow)
  expect(await listColumnsWith([otherMark])).toEqual(others)

  await sweepOnce(getDayFromNow(2))
  const leftForDays = listColumnsThatLeave('half a year', 'tax years', 'kept')
  expect(listDistinct(await listColumnsWith(marks))).toEqual(leftForDays)

  await sweepOnce(getDayFromNow(184))
  expect(listDistinct(await listColumnsWith(marks))).toEqual(listColumnsThatLeave('tax years', 'kept'))
  expect(await listFilesWith('zqxwkv')).toEqual(['bank-files', 'boletos', 'orders', 'photos'])

  // The sixth January after the year of the orders.
  await sweepOnce(new Date('2032-01-02T12:00:00Z'))
  await sweepOnce(new Date('2032-01-10T12:00:00Z'))
  expect(listDistinct(await listColumnsWith(marks))).toEqual(listColumnsThatLeave('kept'))
  expect(await listFilesWith('zqxwkv')).toEqual([])
}, 60_000)
