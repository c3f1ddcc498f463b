import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { publicationColumns } from '#app/domain/catalogue/publication-fields.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { cacheByKey, compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { isBeyondCursor } from '#app/models/platform/list-page.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const wireColumns = ['id', ...publicationColumns, 'updated_at', 'legacy_id'] as const

const orderingColumns = ['id', 'name', 'date', 'price', 'updated_at'] as const
type Ordering = (typeof orderingColumns)[number]

type Query = {
  search: string
  page: number
  limit: number
  /** the row before the page and the total count, which replace a page number */
  after?: { id: number; updatedAt: Date; count: number } | undefined
  condition?: RawBuilder<boolean> | undefined
  /** the sort column; a leading minus sorts in descending order */
  ordering: Ordering | `-${Ordering}`
  isForStaff: boolean
  withFiles: boolean
}

/** Returns the publications on sale for the API, and inactive publications for staff. Omits removed publications. */
export async function listPublicationsOnWire(query: Query) {
  const { search, page, limit, after, condition, ...shape } = query
  const range = { limit: limit + 1, offset: after ? 0 : (page - 1) * limit }
  const isPlainPage = search === '' && !after && !condition
  const countedRows = isPlainPage
    ? await getPlainPageQuery(JSON.stringify(shape)).rows(db, range)
    : await selectPage(query, range).execute()
  const countAll = async () => after ?? (await selectCount(query).executeTakeFirstOrThrow())
  const { rows, count } = await addCount(countedRows, countAll)
  const pages = Math.max(1, Math.ceil(count / limit))
  return { rows: rows.slice(0, limit), count, pages, hasNext: rows.length > limit }
}

type PageShape = Pick<Query, 'ordering' | 'isForStaff' | 'withFiles'>
type Conditions = PageShape & Pick<Query, 'search' | 'after' | 'condition'>

/** Returns the query of the usual pages. Compiles it once per shape because building takes longer than running it. */
const getPlainPageQuery = cacheByKey((shapeText: string) => {
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
  const idColumn = sql`publications.id`
  if (column !== 'updated_at') return isBeyondCursor([idColumn], [id], direction)
  return isBeyondCursor([sql`publications.updated_at`, idColumn], [updatedAt, id], direction)
}

/** Returns publications by id for the API. Includes removed publications because purchases refer to them. */
export async function mapPublicationsOnWire(ids: readonly number[]) {
  const rows = await db
    .selectFrom('publications')
    .where('id', 'in', nonEmptyIds(new Set(ids)))
    .select(wireColumns)
    .select(hasSample)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a publication for the API. Staff also receive a removed publication because orders refer to it. */
export function findPublicationOnWire(id: number, isForStaff: boolean) {
  const publications = isForStaff ? db.selectFrom('publications') : selectPublications(false)
  return publications
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

/** Returns a column that is true if any revision has a file. Only partners and staff receive this column. */
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

/** Returns rows and count of a statement. Calls `countAll` only if the statement returned no rows. */
async function addCount<Row extends CountedRow>(
  countedRows: readonly Row[],
  countAll: () => Promise<{ count: number }>,
): Promise<{ rows: Omit<Row, 'countOfAll'>[]; count: number }> {
  const rows = countedRows.map(({ countOfAll, ...row }) => row)
  return { rows, count: countedRows[0]?.countOfAll ?? (await countAll()).count }
}
