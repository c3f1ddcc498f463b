import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { type Cost, measureCosts, watched } from '../../scripts/query-plans/statements.ts'

/** One page with what belongs to it; a search gathers up to a thousand numbers first. */
const maxRead = 2_500
/** A portion of a file is five such pages. */
const maxReadForPortion = 5 * maxRead
/** These read more, and why it is little all the same. */
const knownToReadMore = [
  // An index of their state is walked as long as the state has many.
  'units, downloadReleased',
  'units, sent',
  'units, expired',
  'history, of an action',
  // Sorted at once while a state has few thousand; by the index of totals when it has more.
  'orders, paid, by total',
  // Sums of a year, each over an index that holds all it needs.
  'dashboard',
  // Sorted by name: as many as a title has subscribers.
  'report publication_clients publication=1, page',
  'report publication_clients publication=1, sums',
  // Few lines are renewals, and the days of all years are walked to find them.
  'report renews of all time, portion',
  // By name over a period: the buyers, and the lines, are gathered before they can be sorted.
  'report client of all time, portion',
  'report product of all time, portion',
]
/**
 * As many rows as the filter of a program fits: it reads all of them page by page, and their count is
 * exact (D105). While most rows fit, both servers may sort them for the first page instead of walking the index.
 */
const readByFilter =
  /^API, (?:orders|units|shipments|users) (?:by change|changed since|above a number|of a month|of a client)$/
/** Tables that stay small. */
const small = new Set(['publications', 'settings'])

const plain = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 30_000 })
const { database, take } = watched(plain)
// Before the first model opens a database of its own.
globalThis.aeropubDatabase = database
const { lists } = await import('../../scripts/query-plans/lists.ts')
const { addMany } = await import('../../scripts/bulk-data/all.ts')
const { maxCounted } = await import('#app/models/platform/list-page.server.ts')
const { makePublication } = await import('#tests/factories/publications.ts')

/** Ten thousand entries and one, as they are read and as a table of their own (D105); a letter gathers all people, and reports count theirs. */
const maxReadForCount = 3 * (maxCounted + 1)

beforeEach(async () => {
  // An example of a report names publication 1; files before this one used numbers of the same table.
  await sql`alter table publications auto_increment = 1`.execute(plain)
  for (const each of [{ is_signature: true }, { is_download: true }, {}]) await makePublication(each)
  await addMany(12_000, 5_000)
})

afterAll(() => plain.destroy())

test('no back-office list scans a growing table for one page', {
  meta: { slow: 'explains every list over 12,000 orders' },
  timeout: 120_000,
}, async () => {
  const scans: string[] = []
  const long: string[] = []
  const counts: string[] = []
  for (const { name, read } of lists) {
    take()
    await read()
    const costs = await measureCosts(plain, take())
    const limit = name.endsWith(', portion') ? maxReadForPortion : maxRead
    const scanned = costs.filter(({ read }) => read > limit).flatMap(scannedTables)
    if (!readByFilter.test(name)) scans.push(...scanned.map((table) => `${name}: ${table}`))
    const counted = /by letter|^report/.test(name) || readByFilter.test(name) ? [] : costs.filter(isLongCount)
    counts.push(...counted.map(({ read }) => `${name}: ${read} rows`))
    const maximum = Math.max(0, ...costs.filter(isPage).map((cost) => cost.read))
    const isKnown = knownToReadMore.includes(name) || readByFilter.test(name)
    if (maximum > limit && !isKnown) long.push(`${name}: ${maximum} rows`)
  }
  expect(scans).toEqual([])
  expect(long).toEqual([])
  expect(counts).toEqual([])
})

/** True for a page; a count for the pager walks an index, not to its end. */
function isPage({ statement }: Cost) {
  // A statement inside a count is noted beside it.
  return !/^select (count\(\*\)|1 as `one`)/.test(statement)
}

/** Without a limit it grows with the table. */
function isLongCount(cost: Cost) {
  const limit = cost.statement.includes('limit ?') ? maxReadForCount : maxCounted
  return !isPage(cost) && cost.read > limit
}

/** A table of a few hundred rows is read whole at no cost, and a database knows it. */
function scannedTables({ plan }: Cost) {
  return plan
    .filter(({ type, table }) => type === 'ALL' && !table.startsWith('<') && !small.has(table))
    .map(({ table }) => table)
}
