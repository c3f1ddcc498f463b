import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRows, reliabilityTable, replaceBetweenMarks } from './faults/rows/pages.ts'
import { readRecord, rowTests } from './faults/rows/record.ts'
import { isForEachServer, selectedPaths } from './faults/rows/selection.ts'
import { faultRows } from './faults/rows/table.ts'

const pages = [['docs/reliability.md', reliabilityTable]] as const

test('each of thirty faults has a test that names its row, and every named row exists', () => {
  expect(Object.keys(faultRows)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
  expect(readRows().filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(rowTests().filter(({ rows }) => rows.some((row) => !(row in faultRows)))).toEqual([])
})

test.each([
  ['sample', () => true],
  ['first', (row) => !isForEachServer(row)],
  ['second', isForEachServer],
] as [string, (row: number) => boolean][])(
  'FAULTS=%s selects at least one test for each of its rows',
  (selection, isWanted) => {
    const paths = selectedPaths(selection)
    const selectedRows = new Set(rowTests().flatMap(({ path, rows }) => (paths.includes(path) ? rows : [])))
    const expectedRows = Object.keys(faultRows).map(Number).filter(isWanted)
    expect(expectedRows.filter((row) => !selectedRows.has(row))).toEqual([])
  },
)

test('the record names existing tests, with equal cases on each server', () => {
  const titles = new Set(rowTests().map(({ file, title }) => `${file} ${title}`))
  const recordedTests = Object.entries(readRecord()).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, { cases }]) => ({ name: `${file} ${title}`, cases })),
  )
  expect(recordedTests.filter(({ name }) => !titles.has(name))).toEqual([])
  expect(recordedTests.filter(({ cases }) => new Set(Object.values(cases)).size > 1)).toEqual([])
})

test("a test read the buyer's message of each row", () => {
  const record = readRecord()
  const rowsWithUnreadMessage = readRows()
    .filter(({ words, cases }) => words && cases > 0)
    .filter(
      ({ number, tests }) => !tests.some(({ file, title }) => record[file]?.[title]?.words.includes(number)),
    )
  expect(rowsWithUnreadMessage.map(({ number }) => number)).toEqual([])
})

test.each(pages)('%s contains the current table; RELIABILITY=write updates it', (page, table) => {
  const text = readFileSync(page, 'utf8')
  const expectedText = replaceBetweenMarks(text, 'faults', table())
  if (process.env.RELIABILITY === 'write') writeFileSync(page, expectedText)
  else expect(text).toBe(expectedText)
})
