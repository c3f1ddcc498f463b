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

/** Filters in memory: the catalogue is small, and SQL cannot compare serial numbers. Caches the result. */
export const browsePublications = cacheUntilChange(browseFiltered)

async function browseFiltered({ search, sort, page, ...filter }: Query) {
  if (hasNoFilter(filter)) return browseAll({ search, sort, page })
  const [entries, models] = await Promise.all([listEntries(search, sort), listModelsByPublication()])
  const { kept: keptEntries, ...choices } = filterCatalogue(
    entries.map((entry) => ({ ...entry, ranges: models.get(entry.id) ?? [] })),
    filter,
    [...models.values()].flat(),
  )
  const pages = Math.max(1, Math.ceil(keptEntries.length / publicationsOnPage))
  const shownEntries = keptEntries.slice((page - 1) * publicationsOnPage, page * publicationsOnPage)
  const rows = await readRowsById(shownEntries.map(({ id }) => id))
  return {
    rows: shownEntries.flatMap(({ id, applicability: fit }) => {
      const row = rows.get(id)
      return row ? [{ ...row, fit }] : []
    }),
    count: keptEntries.length,
    found: entries.length,
    pages,
    ...choices,
  }
}

/** Reads only one page and the counts, so the cost does not grow with the catalogue. */
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
  const count = groups.reduce((total, group) => total + group.count, 0)
  return {
    rows: rows.map((row) => ({ ...row, fit: undefined })),
    count,
    found: count,
    pages: Math.max(1, Math.ceil(count / publicationsOnPage)),
    counts,
    unfit: 0,
    likely: undefined,
  }
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
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
