import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { between, readmeTable, readRows, reliabilityTable } from './faults/rows/pages.ts'
import { readRecord, rowTests, servers } from './faults/rows/record.ts'
import { faultRows } from './faults/rows/table.ts'

const pages = [
  ['docs/reliability.md', reliabilityTable],
  ['README.md', readmeTable],
] as const

test('each of thirty faults has a test that names its row, and no test names another row', () => {
  expect(Object.keys(faultRows)).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
  expect(readRows().filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(rowTests().filter(({ rows }) => rows.some((row) => !(row in faultRows)))).toEqual([])
})

test('each test of a row was seen to hold the six invariants on both servers, in as many cases', () => {
  const record = readRecord()
  const written = Object.entries(record).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, { cases }]) => ({ file, title, ...cases })),
  )
  const known = rowTests().map(({ file, title }) => {
    const count = record[file]?.[title]?.cases[servers[0]] ?? 1
    return { file, title, ...Object.fromEntries(servers.map((server) => [server, count])) }
  })
  const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1)
  expect(written.sort(byTitle)).toEqual(known.sort(byTitle))
})

test('what a row says the buyer reads was read in one of its tests', () => {
  const record = readRecord()
  const unread = readRows()
    .filter(({ words }) => words)
    .filter(
      ({ number, tests }) => !tests.some(({ file, title }) => record[file]?.[title]?.words.includes(number)),
    )
  expect(unread.map(({ number }) => number)).toEqual([])
})

test.each(pages)('%s shows the table as it is; RELIABILITY=write writes it', (page, table) => {
  const text = readFileSync(page, 'utf8')
  const wanted = between(text, 'faults', table())
  if (process.env.RELIABILITY === 'write') writeFileSync(page, wanted)
  else expect(text).toBe(wanted)
})
