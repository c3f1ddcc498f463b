import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** The highest exact count; pages show larger counts as "more than". */
export const maxCounted = 10_000
/** The offset from which a page is read from the nearer end of the list. */
const DEEP_OFFSET = 1_000

/** How a list is counted; 'none' is for exported files. */
export type Counting = 'bounded' | 'exact' | 'none'

/** The page's number and, coming from a neighbouring page, the id of the row before or after it. */
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

/** Reads a page by its cursor, else by number. Counts up to `maxCounted` rows, or all if requested. */
export async function readListPage<Row extends { id: number }>(
  place: ListPlace,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const [keyed, counted] = await Promise.all([readByKey(place, source), countFor(place, source)])
  const read = keyed ?? (await readByNumber(place.page, source, counted))
  const isPastEnd = read.rows.length === 0 && place.page > 1 && place.counting !== 'none'
  const { count, isExact } = isPastEnd && !counted.isExact ? await countAll(source) : counted
  const countedPages = Math.max(1, Math.ceil(count / source.perPage))
  const isLastPageKnown = isPastEnd || (isExact && keyed === undefined)
  const reachablePages = read.hasNext ? Math.max(countedPages, place.page + 1) : place.page
  const [first, last] = [read.rows[0], read.rows.at(-1)]
  return {
    rows: read.rows,
    count,
    isCountExact: isExact,
    pages: isLastPageKnown ? countedPages : reachablePages,
    isOpenEnded: !isExact && read.hasNext,
    hasNext: read.hasNext,
    keys:
      first && last
        ? { first: first.id, last: last.id, ...(await readCursorValues(place, source, read)) }
        : undefined,
  }
}

/** Counts the rows of a query without columns. With a limit it reads only the index. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
  limit?: number,
): Promise<number> {
  if (limit === undefined) {
    const all = query.select(sql<number>`count(*)`.as('count'))
    const { rows } = await sql<{ count: number }>`${all}`.execute(db)
    return rows[0]?.count ?? 0
  }
  const some = query.select(sql<number>`1`.as('one')).limit(limit)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as some`.execute(db)
  return rows[0]?.count ?? 0
}

/** Selects the number of rows of each query, which has no columns, up to the limit, in one row with a column for each. */
export function selectCounts<Tables, Table extends keyof Tables>(
  queries: readonly SelectQueryBuilder<Tables, Table, object>[],
  limit: number,
) {
  const counts = queries.map((query, at) => {
    const some = query.select(sql<number>`1`.as('one')).limit(limit)
    return sql<number>`(select count(*) from (${some}) as some)`.as(`count${at}`)
  })
  return db.selectNoFrom(counts).$castTo<Record<string, number>>()
}

/** Returns the sort values from which an export continues, even if its last row is changed or deleted meanwhile. */
async function readCursorValues<Row extends { id: number }>(
  { counting }: ListPlace,
  { id, sort }: ListSource<Row>,
  { rows, hasNext }: Read<Row>,
) {
  const last = rows.at(-1)
  return counting === 'none' && hasNext && last && sort
    ? { cursorValues: await readSortColumns(last.id, id, sort) }
    : {}
}

type Counted = { count: number; isExact: boolean }
type Read<Row> = { rows: Row[]; hasNext: boolean }

async function countFor<Row extends { id: number }>(
  { counting = 'bounded' }: ListPlace,
  source: ListSource<Row>,
): Promise<Counted> {
  if (counting === 'none') return { count: 0, isExact: false }
  if (counting === 'exact') return countAll(source)
  if (isKnownLong(source.name)) return { count: maxCounted + 1, isExact: false }
  const count = Math.min(maxCounted + 1, await source.count(maxCounted + 1))
  if (source.name !== undefined && count > maxCounted) longUntil.set(source.name, Date.now() + LONG_MS)
  return { count, isExact: count <= maxCounted }
}

/** How long the count of a long list is reused, since it rarely becomes short meanwhile. */
const LONG_MS = 60_000
const longUntil = new Map<string, number>()

function isKnownLong(name: string | undefined): boolean {
  return name !== undefined && (longUntil.get(name) ?? 0) > Date.now()
}

async function countAll<Row extends { id: number }>(source: ListSource<Row>): Promise<Counted> {
  return { count: await source.count(undefined), isExact: true }
}

/** Reads rows beyond the cursor. Undefined without one, or without rows unless `isCursorOnly`. */
async function readByKey<Row extends { id: number }>(
  { page, after, before, cursorValues, isCursorOnly = false }: ListPlace,
  source: ListSource<Row>,
): Promise<Read<Row> | undefined> {
  const key = after ?? before
  if (key === undefined || (page === 1 && !isCursorOnly)) return undefined
  const isReversed = after === undefined
  const direction = getSqlDirection(source, isReversed)
  const cursor = await findCursor(key, source, { direction, cursorValues })
  if (!cursor) return undefined
  const found = await source.read({ cursor, direction, limit: source.perPage + 1, offset: 0 })
  if (found.length === 0) return isCursorOnly ? { rows: [], hasNext: false } : undefined
  const rows = found.slice(0, source.perPage)
  return isReversed
    ? { rows: rows.toReversed(), hasNext: true }
    : { rows, hasNext: found.length > source.perPage }
}

/** Returns the rows of a page by its number, read from the end of the list if that is nearer. */
async function readByNumber<Row extends { id: number }>(
  page: number,
  source: ListSource<Row>,
  { count, isExact }: Counted,
): Promise<Read<Row>> {
  const { perPage } = source
  const offset = (page - 1) * perPage
  const cursor = sql<boolean>`true`
  if (isExact && offset > DEEP_OFFSET && offset > count / 2) {
    const limit = Math.min(perPage, count - offset)
    if (limit <= 0) return { rows: [], hasNext: false }
    const part = { cursor, direction: getSqlDirection(source, true), limit, offset: count - offset - limit }
    return { rows: (await source.read(part)).toReversed(), hasNext: part.offset > 0 }
  }
  const found = await source.read({
    cursor,
    direction: getSqlDirection(source, false),
    limit: perPage + 1,
    offset,
  })
  return { rows: found.slice(0, perPage), hasNext: found.length > perPage }
}

function getSqlDirection(
  { direction }: { direction: 'ascending' | 'descending' },
  isReversed: boolean,
): 'asc' | 'desc' {
  return (direction === 'ascending') !== isReversed ? 'asc' : 'desc'
}

async function findCursor<Row extends { id: number }>(
  key: number,
  { id, sort }: ListSource<Row>,
  { direction, cursorValues }: { direction: 'asc' | 'desc'; cursorValues: readonly SortValue[] | undefined },
): Promise<RawBuilder<boolean> | undefined> {
  const columns = sort?.columns ?? []
  const values = sort ? (cursorValues ?? (await readSortColumns(key, id, sort))) : []
  if (!values) return undefined
  return isBeyondCursor([...columns, id], [...values, key], direction)
}

async function readSortColumns(
  key: number,
  id: RawBuilder<unknown>,
  { columns, table }: NonNullable<ListSource<{ id: number }>['sort']>,
): Promise<SortValue[] | undefined> {
  const [first, second = sql`null`] = columns
  const { rows } = await sql<{
    first: SortValue
    second: SortValue
  }>`select ${first} as first, ${second} as second
    from ${table} where ${id} = ${key}`.execute(db)
  const [row] = rows
  return row && [row.first, row.second].slice(0, columns.length)
}

/** Returns a condition by the first column that differs. Null sorts below every value. */
export function isBeyondCursor(
  columns: readonly RawBuilder<unknown>[],
  values: readonly SortValue[],
  direction: 'asc' | 'desc',
): RawBuilder<boolean> {
  const ways = columns.flatMap((column, at) => {
    const beyondColumn = isBeyondIn(column, values[at] ?? null, direction)
    if (!beyondColumn) return []
    const same = columns.slice(0, at).map((each, place) => isSame(each, values[place] ?? null))
    return [sql`(${sql.join([...same, beyondColumn], sql` and `)})`]
  })
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

function isSame(column: RawBuilder<unknown>, value: SortValue) {
  return value === null ? sql`${column} is null` : sql`${column} = ${value}`
}

function isBeyondIn(name: RawBuilder<unknown>, value: SortValue, direction: 'asc' | 'desc') {
  if (direction === 'asc') return value === null ? sql`${name} is not null` : sql`${name} > ${value}`
  return value === null ? undefined : sql`(${name} < ${value} or ${name} is null)`
}
