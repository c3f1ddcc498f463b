import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { maxCounted } from '#app/models/platform/list-page.server.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { addBulkData } from '../../scripts/bulk-data/all.ts'
import { addPapers } from '../../scripts/bulk-data/papers.ts'
import { jobs } from '../../scripts/query-plans/jobs.ts'
import { lists } from '../../scripts/query-plans/lists.ts'
import { type Cost, measureCosts, watchStatements } from '../../scripts/query-plans/statements.ts'

/** One page with its related rows; a search first collects up to a thousand ids. */
const maxRowsOfPage = 2_500
/** A portion of a file is five pages. */
const maxRowsOfPortion = 5 * maxRowsOfPage
/** Lists that read more rows, and why this is acceptable. */
const listsThatReadMore = [
  // The index of their state is read completely while many rows have this state.
  'units, downloadReleased',
  'units, sent',
  'units, expired',
  'history, of an action',
  // The server sorts a state of a few thousand rows in memory and a larger one by the index of totals.
  'orders, paid, by total',
  'boletos, paid',
  // Sums of a year, each from a covering index.
  'dashboard',
  // The list is sorted by name, so the server reads all subscribers of the publication.
  'report publication_clients publication=1, page',
  'report publication_clients publication=1, sums',
  // Few lines are renewals, and the dates of all years are read to find them.
  'report renews of all time, portion',
  // The entries of all accounts of a month are collected before sorting.
  'report day_closing of a month, page',
  'report day_closing of a month, sums',
  // Paid lines of the period are collected with their payments before sorting.
  'report invoice_items of a month, page',
  'report invoice_items of all time, portion',
  // By name in a period: buyers and lines are collected before sorting.
  'report client of all time, portion',
  'report product of all time, portion',
]
/**
 * API lists that programs read to the end, page by page and with an exact count (D105). For their first page both
 * servers may read and sort every row that matches the filter.
 */
const listsReadByFilter =
  /^API, (?:orders|units|shipments|users) (?:by change|changed since|above a number|of a month|of a client)$/
/** Tables that stay small, and those of which the invented data have no rows. */
const smallTables = new Set(['publications', 'settings', 'refunds', 'invoices'])

const connection = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 30_000 })
const takeStatements = watchStatements()

/** A count stops at `maxCounted + 1` rows (D105). The server may read each up to three times, with derived tables. */
const maxRowsOfCount = 3 * (maxCounted + 1)

beforeEach(async () => {
  // An example of a report refers to publication 1, but earlier files used ids of the same table.
  await sql`alter table publications auto_increment = 1`.execute(connection)
  for (const columns of [{ is_signature: true }, { is_download: true }, {}]) await makePublication(columns)
  await addBulkData(12_000, 5_000)
  await addPapers()
})

afterAll(() => connection.destroy())

test('no back-office list scans a growing table for one page, and no job scans one', {
  meta: { slow: 'explains every list and job over 12,000 orders' },
  timeout: 120_000,
}, async () => {
  const scans: string[] = []
  const longPages: string[] = []
  const longCounts: string[] = []
  for (const { name, rowsRead } of lists) {
    takeStatements()
    await rowsRead()
    const costs = await measureCosts(connection, takeStatements())
    const limit = name.endsWith(', portion') ? maxRowsOfPortion : maxRowsOfPage
    const scannedTables = costs.filter(({ rowsRead }) => rowsRead > limit).flatMap(listScannedTables)
    if (!listsReadByFilter.test(name)) scans.push(...scannedTables.map((table) => `${name}: ${table}`))
    const countCosts =
      /by letter|^report/.test(name) || listsReadByFilter.test(name) ? [] : costs.filter(isLongCount)
    longCounts.push(...countCosts.map(({ rowsRead }) => `${name}: ${rowsRead} rows`))
    const maxRowsRead = Math.max(0, ...costs.filter(isPageStatement).map((cost) => cost.rowsRead))
    const isKnown = listsThatReadMore.includes(name) || listsReadByFilter.test(name)
    if (maxRowsRead > limit && !isKnown) longPages.push(`${name}: ${maxRowsRead} rows`)
  }
  expect(scans).toEqual([])
  expect(longPages).toEqual([])
  expect(longCounts).toEqual([])
  const longStatements: string[] = []
  for (const { name, rowsRead } of jobs) {
    takeStatements()
    await rowsRead()
    for (const cost of await measureCosts(connection, takeStatements()))
      if (cost.rowsRead > maxRowsOfPage)
        longStatements.push(`${name}: ${cost.rowsRead} rows, ${cost.statement}`)
  }
  expect(longStatements).toEqual([])
})

/** Returns true for a page. A count for the pager reads an index, but not to its end. */
function isPageStatement({ statement }: Cost) {
  // A statement inside a count is recorded separately.
  return !/^select (count\(\*\)|\? as `one`)/.test(statement)
}

/** Returns whether a count reads too much. A count without a limit grows with the table and may read less. */
function isLongCount(cost: Cost) {
  const limit = cost.statement.includes('limit ?') ? maxRowsOfCount : maxCounted
  return !isPageStatement(cost) && cost.rowsRead > limit
}

/** Returns tables read completely, except small ones, where that costs nothing. */
function listScannedTables({ plan }: Cost) {
  return plan
    .filter(({ type, table }) => type === 'ALL' && !table.startsWith('<') && !smallTables.has(table))
    .map(({ table }) => table)
}
