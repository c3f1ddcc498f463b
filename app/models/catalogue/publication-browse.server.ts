import {
  type CatalogueFilter,
  countFilterChoices,
  filterCatalogue,
  hasNoFilter,
} from '#app/domain/catalogue/catalogue-filter.ts'
import { shopColumns } from '#app/models/catalogue/publication.server.ts'
import { countModels, listModelsByPublication } from '#app/models/catalogue/publication-models.server.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const sortOrders = {
  newest: ['id', 'desc'],
  revised: ['date', 'desc'],
  name: ['name', 'asc'],
  cheapest: ['price', 'asc'],
  dearest: ['price', 'desc'],
} as const

export type PublicationSort = keyof typeof sortOrders

export const publicationsOnPage = 20

type Query = CatalogueFilter & { search: string; sort: PublicationSort; page: number }

/** Filters in memory because the catalogue is small and SQL cannot compare serial numbers. Caches the page. */
export const browsePublications = cacheUntilChange(browseFiltered)

async function browseFiltered({ search, sort, page, ...filter }: Query) {
  if (hasNoFilter(filter)) return browseAll({ search, sort, page })
  const [entries, rangesByPublication] = await Promise.all([
    listEntries(search, sort),
    listModelsByPublication(),
  ])
  const entriesWithRanges = entries.map((entry) => ({
    ...entry,
    ranges: rangesByPublication.get(entry.id) ?? [],
  }))
  const allRanges = [...rangesByPublication.values()].flat()
  const { matches: matchingEntries, ...choices } = filterCatalogue(entriesWithRanges, filter, allRanges)
  const shownEntries = matchingEntries.slice((page - 1) * publicationsOnPage, page * publicationsOnPage)
  const rowsById = await readRowsById(shownEntries.map(({ id }) => id))
  return {
    rows: shownEntries.flatMap(({ id, applicability: fit }) => {
      const row = rowsById.get(id)
      return row ? [{ ...row, fit }] : []
    }),
    count: matchingEntries.length,
    found: entries.length,
    pages: countPages(matchingEntries.length),
    ...choices,
  }
}

/** Reads only one page and the counts, because the cost must not grow with the catalogue. */
async function browseAll({ search, sort, page }: Pick<Query, 'search' | 'sort' | 'page'>) {
  const [rows, groups, models] = await Promise.all([
    selectInOrder(sort, search)
      .select(shopColumns)
      .limit(publicationsOnPage)
      .offset((page - 1) * publicationsOnPage)
      .execute(),
    selectOnSale(search)
      .select(['kind', 'is_signature', 'is_download'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy(['kind', 'is_signature', 'is_download'])
      .execute(),
    countModels(search),
  ])
  const counts = {
    ...countFilterChoices(groups),
    aircraft: new Map(models.map(({ model, count }) => [model, count])),
  }
  let count = 0
  for (const group of groups) count += group.count
  return {
    rows: rows.map((row) => ({ ...row, fit: undefined })),
    count,
    found: count,
    pages: countPages(count),
    counts,
    unfit: 0,
    likely: undefined,
  }
}

function countPages(publicationCount: number): number {
  return Math.max(1, Math.ceil(publicationCount / publicationsOnPage))
}

function listEntries(search: string, sort: PublicationSort) {
  return selectInOrder(sort, search).select(['id', 'kind', 'is_signature', 'is_download']).execute()
}

function selectInOrder(sort: PublicationSort, search: string) {
  const [column, direction] = sortOrders[sort]
  return selectOnSale(search)
    .orderBy(column, direction)
    .$if(column !== 'id', (query) => query.orderBy('id', 'desc'))
}

function selectOnSale(search: string) {
  return db
    .selectFrom('publications')
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
}

async function readRowsById(ids: readonly number[]) {
  const rows = await db
    .selectFrom('publications')
    .select(shopColumns)
    .where('id', 'in', nonEmptyIds(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
