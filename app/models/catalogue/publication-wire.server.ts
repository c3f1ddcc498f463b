import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { publicationColumns } from '#app/models/catalogue/publication.server.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { cacheByKey, compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { isBeyondCursor } from '#app/models/platform/list-page.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const wireColumns = ['id', ...publicationColumns, 'updated_at', 'legacy_id'] as const

const orderingColumns = ['id', 'name', 'date', 'price', 'updated_at'] as const
type Ordering = (typeof orderingColumns)[number]

type Query = {
  search: string
  page: number
  limit: number
  /** the row before the page and the total count, used instead of a page number */
  after?: { id: number; updatedAt: Date; count: number } | undefined
  condition?: RawBuilder<boolean> | undefined
  /** the sort column; a leading minus means descending */
  ordering: Ordering | `-${Ordering}`
  isForStaff: boolean
  withFiles: boolean
}

/** Returns publications for the API: those on sale; for staff also inactive ones. Omits removed ones. */
export async function listPublicationsOnWire(query: Query) {
  const { search, page, limit, after, condition, ...shape } = query
  const range = { limit: limit + 1, offset: after ? 0 : (page - 1) * limit }
  const isPlainPage = search === '' && !after && !condition
  const countedRows = isPlainPage
    ? await plainPages(JSON.stringify(shape)).rows(db, range)
    : await selectPage(query, range).execute()
  const { rows, count } = await addCount(
    countedRows,
    async () => after ?? (await selectCount(query).executeTakeFirstOrThrow()),
  )
  const pages = Math.max(1, Math.ceil(count / limit))
  return { rows: rows.slice(0, limit), count, pages, hasNext: rows.length > limit }
}

type PageShape = Pick<Query, 'ordering' | 'isForStaff' | 'withFiles'>
type Conditions = PageShape & Pick<Query, 'search' | 'after' | 'condition'>

/** The pages that most callers read, compiled once per shape: building this query takes longer than sending it. */
const plainPages = cacheByKey((shapeText: string) => {
  const shape: PageShape = JSON.parse(shapeText)
  return compileQuery((value: ValueSlots<{ limit: number; offset: number }>) =>
    selectPage({ search: '', ...shape }, { limit: value('limit'), offset: value('offset') }),
  )
})

type PageRange = Record<'limit' | 'offset', number | Expression<number>>

function selectPage(conditions: Conditions, { limit, offset }: PageRange) {
  const { ordering, withFiles, after } = conditions
  const { column, direction } = parseOrdering(ordering)
  return selectMatching(conditions)
    .select(wireColumns)
    .select(hasSample)
    .select((after ? sql<number>`${after.count}` : selectCount(conditions)).as('countOfAll'))
    .$if(withFiles, (rows) => rows.select(hasFile))
    .where(after ? isBehindRow(after, column, direction) : sql<boolean>`true`)
    .orderBy(column, direction)
    .$if(column !== 'id', (rows) => rows.orderBy('id', column === 'updated_at' ? direction : 'desc'))
    .limit(limit)
    .offset(offset)
}

function selectCount(conditions: Conditions) {
  return selectMatching(conditions).select((eb) => eb.fn.countAll<number>().as('count'))
}

function selectMatching({ search, isForStaff, condition }: Conditions) {
  return selectPublications(isForStaff)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
    .$if(condition !== undefined, (rows) => rows.where(condition ?? sql<boolean>`true`))
}

function isBehindRow(
  { id, updatedAt }: { id: number; updatedAt: Date },
  column: Ordering,
  direction: 'asc' | 'desc',
) {
  const isSortedByChange = column === 'updated_at'
  const cursorColumns = [...(isSortedByChange ? [sql`publications.updated_at`] : []), sql`publications.id`]
  return isBeyondCursor(cursorColumns, [...(isSortedByChange ? [updatedAt] : []), id], direction)
}

/** Returns publications by id for the API, including removed ones, because purchases still refer to them. */
export async function mapPublicationsOnWire(ids: readonly number[]) {
  const rows = await db
    .selectFrom('publications')
    .where('id', 'in', [0, ...new Set(ids)])
    .select(wireColumns)
    .select(hasSample)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a publication for the API; for staff also a removed one, as orders refer to it. */
export function findPublicationOnWire(id: number, isForStaff: boolean) {
  return (isForStaff ? db.selectFrom('publications') : selectPublications(false))
    .select([...wireColumns, 'lock_version'])
    .select(hasSample)
    .select(hasFile)
    .where('publications.id', '=', id)
    .executeTakeFirst()
}

function selectPublications(isForStaff: boolean) {
  return db
    .selectFrom('publications')
    .where('removed_at', 'is', null)
    .$if(!isForStaff, (query) => query.where('active', '=', true))
}

/** Returns the condition that any revision of the publication has a file, for partners and staff. */
function hasFile(eb: ExpressionBuilder<Pick<Database, 'publications' | 'revisions'>, 'publications'>) {
  const files = eb
    .selectFrom('revisions')
    .select('revisions.id')
    .whereRef('revisions.publication_id', '=', 'publications.id')
    .where('file', 'is not', null)
  return eb.exists(files).as('hasFile')
}

function hasSample(
  eb: ExpressionBuilder<Pick<Database, 'publications' | 'publication_files'>, 'publications'>,
) {
  const samples = eb
    .selectFrom('publication_files')
    .select('publication_files.id')
    .whereRef('publication_files.publication_id', '=', 'publications.id')
    .where('publication_files.kind', '=', 'sample')
  return eb.exists(samples).as('hasSample')
}

function parseOrdering(ordering: Query['ordering']) {
  const isDescending = ordering.startsWith('-')
  const column = orderingColumns.find((name) => name === ordering.replace('-', '')) ?? 'id'
  return { column, direction: isDescending ? ('desc' as const) : ('asc' as const) }
}

type CountedRow = { countOfAll: number | null }

/** Returns count and rows of one statement. Calls `countAll` only if there are no rows. */
async function addCount<Row extends CountedRow>(
  countedRows: readonly Row[],
  countAll: () => Promise<{ count: number }>,
): Promise<{ rows: Omit<Row, 'countOfAll'>[]; count: number }> {
  const rows = countedRows.map(({ countOfAll, ...row }) => row)
  return { rows, count: countedRows[0]?.countOfAll ?? (await countAll()).count }
}
