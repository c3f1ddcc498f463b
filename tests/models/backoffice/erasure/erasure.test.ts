import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { sweepOnce } from '#app/jobs/backoffice/sweep.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  type Deletion,
  impersonalTextColumns,
  personalTextColumns,
} from '#tests/factories/privacy/text-columns.ts'
import { createTraces, makeBystander, otherMark, personMarks } from '#tests/factories/privacy/traces.ts'

const dayMs = 24 * 3_600_000
const getDayFromNow = (days: number) => new Date(Date.now() + days * dayMs)
const today = toCivilDate(new Date())

/** Returns `table.column` of each value that contains one of the marks, once per row. */
async function listColumnsWith(marksToFind: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(db)
  const foundColumns: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
        if (marksToFind.some((mark) => text.toLowerCase().includes(mark)))
          foundColumns.push(`${name}.${column}`)
      }
  }
  return foundColumns.sort()
}

const removeRepeats = (names: readonly string[]) => [...new Set(names)]

/** Returns the personal columns whose values are deleted at one of these times. */
function listColumnsThatLeave(...times: Deletion[]): string[] {
  return Object.entries(personalTextColumns)
    .flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, leaves]) =>
        times.includes(leaves) ? [`${table}.${column}`] : [],
      ),
    )
    .sort()
}

/** Returns the top folder of each stored file that contains the mark, once per file. */
async function listFilesWith(mark: string): Promise<string[]> {
  const entries = await readdir(env.DATA_DIR, { recursive: true, withFileTypes: true })
  const foundFolders: string[] = []
  for (const entry of entries)
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(mark))
      foundFolders.push(entry.parentPath.slice(env.DATA_DIR.length + 1).split('/')[0] ?? '')
  return foundFolders.sort()
}

test('every text column is classified exactly once, as personal or impersonal', async () => {
  const { rows } = await sql<{ name: string }>`
    select concat(table_name, '.', column_name) as name from information_schema.columns
    where table_schema = database() and table_name not like 'kysely%'
      and data_type not in ('int', 'bigint', 'smallint', 'tinyint', 'mediumint', 'decimal', 'date', 'datetime', 'timestamp')`.execute(
    db,
  )
  const impersonalColumns = Object.entries(impersonalTextColumns).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  )
  const classifiedColumns = [
    ...impersonalColumns,
    ...listColumnsThatLeave('account', 'day', 'half a year', 'tax years', 'kept'),
  ]
  expect(removeRepeats(classifiedColumns)).toHaveLength(classifiedColumns.length)
  expect(rows.map(({ name }) => name).sort()).toEqual(classifiedColumns.sort())
})

test('erases every word of a removed person from columns and files, each at its time', async () => {
  const { userId, profileId } = await createTraces()
  await makeBystander()
  const personalColumns = listColumnsThatLeave('account', 'day', 'half a year', 'tax years', 'kept')
  expect(removeRepeats(await listColumnsWith(personMarks))).toEqual(personalColumns)
  expect(removeRepeats(await listFilesWith('zqxwkv'))).toEqual([
    'bank-files',
    'boletos',
    'orders',
    'photos',
    'prepared',
  ])
  const bystanderColumns = await listColumnsWith([otherMark])

  const deletionRequest = await requestDeletion({ userId, profileId }, { areLossesAccepted: true, today })
  expect(deletionRequest).toEqual({ dueAt: expect.any(Date) })
  await db.updateTable('deletion_requests').set({ due_at: new Date() }).execute()
  await sweepOnce(new Date())
  const columnsAfterDeletion = listColumnsThatLeave('day', 'half a year', 'tax years', 'kept')
  expect(removeRepeats(await listColumnsWith(personMarks))).toEqual(columnsAfterDeletion)
  expect(await listColumnsWith([otherMark])).toEqual(bystanderColumns)

  await sweepOnce(getDayFromNow(2))
  const columnsAfterTwoDays = listColumnsThatLeave('half a year', 'tax years', 'kept')
  expect(removeRepeats(await listColumnsWith(personMarks))).toEqual(columnsAfterTwoDays)

  await sweepOnce(getDayFromNow(184))
  expect(removeRepeats(await listColumnsWith(personMarks))).toEqual(listColumnsThatLeave('tax years', 'kept'))
  expect(await listFilesWith('zqxwkv')).toEqual(['bank-files', 'boletos', 'orders', 'photos'])

  // The sixth January after the year of the orders.
  await sweepOnce(new Date('2032-01-02T12:00:00Z'))
  await sweepOnce(new Date('2032-01-10T12:00:00Z'))
  expect(removeRepeats(await listColumnsWith(personMarks))).toEqual(listColumnsThatLeave('kept'))
  expect(await listFilesWith('zqxwkv')).toEqual([])
}, 60_000)
