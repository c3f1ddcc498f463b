import { publicationColumns } from '#app/domain/catalogue/publication-fields.ts'
import { listModels } from '#app/models/catalogue/publication-models.server.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** The columns with the name of their table, because revisions have a version and a date as well. */
export const qualifiedColumns = publicationColumns.map((column) => `publications.${column}` as const)

/** Columns of lists in the shop. */
export const shopColumns = [
  'id',
  'name',
  'applicability',
  'version',
  'date',
  'price',
  'price_signature',
  'weight',
  'is_signature',
  'is_download',
  'has_airplane_info',
  'has_photo_upload',
] as const

export const publicationsPerPage = 20

export async function listPublications({ search, page }: { search: string; page: number }) {
  const onSale = db
    .selectFrom('publications')
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
  const [rows, { count }] = await Promise.all([
    onSale
      .select(shopColumns)
      .orderBy('id', 'desc')
      .limit(publicationsPerPage)
      .offset((page - 1) * publicationsPerPage)
      .execute(),
    onSale.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / publicationsPerPage)) }
}

export function findPublication(id: number) {
  return db
    .selectFrom('publications')
    .select(['id', ...publicationColumns])
    .select(['kind', 'description', 'contents', 'lock_version'])
    .select(['photo_subject as photoSubject', 'photo_note as photoNote'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Returns the texts for the generated cover of a publication on sale. */
export async function findCoverTexts(id: number) {
  const [row, ranges] = await Promise.all([
    db
      .selectFrom('publications')
      .select(['id', 'name', 'version', 'date', 'kind', 'lock_version'])
      .where('id', '=', id)
      .where('active', '=', true)
      .executeTakeFirst(),
    listModels(id),
  ])
  return row && { ...row, models: [...new Set(ranges.map(({ model }) => model))] }
}

const MAX_CURRENT_VERSIONS = 5_000

export function listCurrentVersions(search = '') {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'applicability', 'version', 'date'])
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_CURRENT_VERSIONS)
    .execute()
}
