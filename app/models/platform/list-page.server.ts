import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** The highest exact count. Pages show larger counts as "more than". */
export const maxCounted = 10_000
/** Pages beyond this offset are read from the nearer end of the list. */
const DEEP_OFFSET = 1_000

/** How a list is counted; 'none' is for exported files. */
export type Counting = 'bounded' | 'exact' | 'none'

/** The number of a page and, if it was reached from a neighbouring page, the id of the row before or after the page. */
export type ListPlace = {
  page: number
  after?: number | undefined
  before?: number | undefined
  /** sort values of the row `after` at the time it was read */
  cursorValues?: readonly SortValue[] | undefined
  /** true reads only rows beyond `after` and ignores the page number */
  isCursorOnly?: boolean | undefined
  counting?: Counting | undefined
}

export type ListPart = {
  /** SQL condition for rows beyond the row before the page */
  cursor: RawBuilder<boolean>
  /** sort direction, reversed when the page is read from the end of the list */
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

export type SortValue = string | number | Date | null

export type ListSource<Row extends { id: number }> = {
  perPage: number
  direction: 'ascending' | 'descending'
  id: RawBuilder<unknown>
  /** at most two columns of `table` to sort by before the id */
  sort?: { columns: readonly RawBuilder<unknown>[]; table: RawBuilder<unknown> } | undefined
  read: (part: ListPart) => Promise<Row[]>
  /** name of a list without a search, under which a long list's count is cached for a minute */
  name?: string | undefined
  count: (limit: number | undefined) => Promise<number>
}

export type ListPage<Row> = {
  rows: Row[]
  count: number
  isCountExact: boolean
  pages: number
  isOpenEnded: boolean
  hasNext: boolean
  keys: { first: number; last: number; cursorValues?: readonly SortValue[] | undefined } | undefined
}

/** Reads a page by its cursor or else by its number. Counts up to `maxCounted` rows, or all if requested. */
export async function readListPage<Row extends { id: number }>(
  place: ListPlace,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const [pageByCursor, firstCount] = await Promise.all([
    readByCursor(place, source),
    countForPage(place, source),
  ])
  const pageRows = pageByCursor ?? (await readByNumber(place.page, source, firstCount))
  const { rows, hasNext } = pageRows
  const isPastEnd = rows.length === 0 && place.page > 1 && place.counting !== 'none'
  const { count, isExact } = isPastEnd && !firstCount.isExact ? await countAll(source) : firstCount
  const countedPages = Math.max(1, Math.ceil(count / source.perPage))
  const isLastPageKnown = isPastEnd || (isExact && pageByCursor === undefined)
  const reachablePages = hasNext ? Math.max(countedPages, place.page + 1) : place.page
  return {
    rows,
    count,
    isCountExact: isExact,
    pages: isLastPageKnown ? countedPages : reachablePages,
    isOpenEnded: !isExact && hasNext,
    hasNext,
    keys: await readPageKeys(place, source, pageRows),
  }
}

async function readPageKeys<Row extends { id: number }>(
  place: ListPlace,
  source: ListSource<Row>,
  pageRows: PageRows<Row>,
): Promise<ListPage<Row>['keys']> {
  const firstRow = pageRows.rows[0]
  const lastRow = pageRows.rows.at(-1)
  if (!firstRow || !lastRow) return undefined
  const cursorValues = await readCursorValues(place, source, pageRows)
  return { first: firstRow.id, last: lastRow.id, ...cursorValues }
}

/** Counts the rows of a query without columns. A count with a limit reads only the index. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
  limit?: number,
): Promise<number> {
  if (limit === undefined) {
    const countQuery = query.select(sql<number>`count(*)`.as('count'))
    const { rows } = await sql<{ count: number }>`${countQuery}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const limitedQuery = query.select(sql<number>`1`.as('one')).limit(limit)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${limitedQuery}) as some`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects a row with the count of each query as a column. The queries have no columns. Each count stops at `limit`. */
export function selectCounts<Tables, Table extends keyof Tables>(
  queries: readonly SelectQueryBuilder<Tables, Table, object>[],
  limit: number,
) {
  const counts = queries.map((query, index) => {
    const limitedQuery = query.select(sql<number>`1`.as('one')).limit(limit)
    return sql<number>`(select count(*) from (${limitedQuery}) as some)`.as(`count${index}`)
  })
  return db.selectNoFrom(counts).$castTo<Record<string, number>>()
}

/** Returns the sort values from which an export continues, even if the last row is changed or deleted meanwhile. */
async function readCursorValues<Row extends { id: number }>(
  { counting }: ListPlace,
  { id, sort }: ListSource<Row>,
  { rows, hasNext }: PageRows<Row>,
) {
  const lastRow = rows.at(-1)
  const isExportContinued = counting === 'none' && hasNext
  if (!isExportContinued || !lastRow || !sort) return {}
  return { cursorValues: await readSortColumns(lastRow.id, id, sort) }
}

type RowCount = { count: number; isExact: boolean }
type PageRows<Row> = { rows: Row[]; hasNext: boolean }

async function countForPage<Row extends { id: number }>(
  { counting = 'bounded' }: ListPlace,
  source: ListSource<Row>,
): Promise<RowCount> {
  if (counting === 'none') return { count: 0, isExact: false }
  if (counting === 'exact') return countAll(source)
  const countLimit = maxCounted + 1
  if (isKnownAsLong(source.name)) return { count: countLimit, isExact: false }
  const count = Math.min(countLimit, await source.count(countLimit))
  if (source.name !== undefined && count > maxCounted)
    longListExpiries.set(source.name, Date.now() + LONG_LIST_CACHE_MS)
  return { count, isExact: count <= maxCounted }
}

/** A list is not counted again for this time after it was long, because lists rarely become short. */
const LONG_LIST_CACHE_MS = 60_000
const longListExpiries = new Map<string, number>()

function isKnownAsLong(name: string | undefined): boolean {
  return name !== undefined && (longListExpiries.get(name) ?? 0) > Date.now()
}

async function countAll<Row extends { id: number }>(source: ListSource<Row>): Promise<RowCount> {
  return { count: await source.count(undefined), isExact: true }
}

/** Reads rows beyond the cursor. Returns undefined if there is no cursor, or no row unless `isCursorOnly`. */
async function readByCursor<Row extends { id: number }>(
  { page, after, before, cursorValues, isCursorOnly = false }: ListPlace,
  source: ListSource<Row>,
): Promise<PageRows<Row> | undefined> {
  const neighbourId = after ?? before
  const isFirstPage = page === 1 && !isCursorOnly
  if (neighbourId === undefined || isFirstPage) return undefined
  const isReversed = after === undefined
  const direction = getSqlDirection(source, isReversed)
  const cursor = await findCursor(neighbourId, source, { direction, cursorValues })
  if (!cursor) return undefined
  const rowsBeyond = await source.read({ cursor, direction, limit: source.perPage + 1, offset: 0 })
  if (rowsBeyond.length === 0) return isCursorOnly ? { rows: [], hasNext: false } : undefined
  const rows = rowsBeyond.slice(0, source.perPage)
  if (isReversed) return { rows: rows.toReversed(), hasNext: true }
  return { rows, hasNext: rowsBeyond.length > source.perPage }
}

/** Returns the rows of a page by its number. Reads from the end of the list if the end is nearer. */
async function readByNumber<Row extends { id: number }>(
  page: number,
  source: ListSource<Row>,
  { count, isExact }: RowCount,
): Promise<PageRows<Row>> {
  const { perPage } = source
  const offset = (page - 1) * perPage
  const cursor = sql<boolean>`true`
  const isEndNearer = offset > DEEP_OFFSET && offset > count / 2
  if (isExact && isEndNearer) {
    const limit = Math.min(perPage, count - offset)
    if (limit <= 0) return { rows: [], hasNext: false }
    const offsetFromEnd = count - offset - limit
    const direction = getSqlDirection(source, true)
    const reversedRows = await source.read({ cursor, direction, limit, offset: offsetFromEnd })
    return { rows: reversedRows.toReversed(), hasNext: offsetFromEnd > 0 }
  }
  const rowsFromOffset = await source.read({
    cursor,
    direction: getSqlDirection(source, false),
    limit: perPage + 1,
    offset,
  })
  return { rows: rowsFromOffset.slice(0, perPage), hasNext: rowsFromOffset.length > perPage }
}

function getSqlDirection(
  { direction }: { direction: 'ascending' | 'descending' },
  isReversed: boolean,
): 'asc' | 'desc' {
  return (direction === 'ascending') !== isReversed ? 'asc' : 'desc'
}

async function findCursor<Row extends { id: number }>(
  rowId: number,
  { id, sort }: ListSource<Row>,
  { direction, cursorValues }: { direction: 'asc' | 'desc'; cursorValues: readonly SortValue[] | undefined },
): Promise<RawBuilder<boolean> | undefined> {
  if (!sort) return isBeyondCursor([id], [rowId], direction)
  const values = cursorValues ?? (await readSortColumns(rowId, id, sort))
  if (!values) return undefined
  return isBeyondCursor([...sort.columns, id], [...values, rowId], direction)
}

/** Returns a row's present sort values; undefined if the row no longer exists. */
async function readSortColumns(
  rowId: number,
  id: RawBuilder<unknown>,
  { columns, table }: NonNullable<ListSource<{ id: number }>['sort']>,
): Promise<SortValue[] | undefined> {
  const [first, second = sql`null`] = columns
  const { rows } = await sql<{
    first: SortValue
    second: SortValue
  }>`select ${first} as first, ${second} as second
    from ${table} where ${id} = ${rowId}`.execute(db)
  const [row] = rows
  return row && [row.first, row.second].slice(0, columns.length)
}

/** Returns the condition for rows beyond the values, by the first column that differs. Null sorts below every value. */
export function isBeyondCursor(
  columns: readonly RawBuilder<unknown>[],
  values: readonly SortValue[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> {
  const conditions = columns.flatMap((column, index) => {
    const columnIsBeyond = isBeyondValue(column, values[index] ?? null, direction)
    if (!columnIsBeyond) return []
    const earlierColumns = columns.slice(0, index)
    const earlierAreEqual = earlierColumns.map((earlierColumn, earlierIndex) =>
      isEqualTo(earlierColumn, values[earlierIndex] ?? null),
    )
    return [sql`(${sql.join([...earlierAreEqual, columnIsBeyond], sql` and `)})`]
  })
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

function isEqualTo(column: RawBuilder<unknown>, value: SortValue) {
  return value === null ? sql`${column} is null` : sql`${column} = ${value}`
}

function isBeyondValue(column: RawBuilder<unknown>, value: SortValue, direction: 'asc' | 'desc') {
  if (direction === 'asc') return value === null ? sql`${column} is not null` : sql`${column} > ${value}`
  return value === null ? undefined : sql`(${column} < ${value} or ${column} is null)`
}
