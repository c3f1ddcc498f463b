import { sql } from 'kysely'
import { isSameModel, type SerialRange } from '#app/domain/catalogue/applicability.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyTexts } from '#app/models/platform/non-empty.ts'

export async function listModels(publicationId: number, reader: DbOrTrx = db): Promise<SerialRange[]> {
  return reader
    .selectFrom('publication_models')
    .select(['model', 'serial_from as from', 'serial_to as to'])
    .where('publication_id', '=', publicationId)
    .orderBy('id')
    .execute()
}

export async function replaceModels(
  trx: Trx,
  publicationId: number,
  ranges: readonly SerialRange[],
): Promise<void> {
  await trx.deleteFrom('publication_models').where('publication_id', '=', publicationId).execute()
  if (ranges.length === 0) return
  const knownModels = await trx.selectFrom('publication_models').select('model').distinct().execute()
  const rows = ranges.map(({ model, from, to }) => ({
    publication_id: publicationId,
    // The spelling of other publications is used because 'EMB 203' and 'EMB-203' would appear as two models.
    model: knownModels.find((knownModel) => isSameModel(knownModel.model, model))?.model ?? model,
    serial_from: from,
    serial_to: to,
  }))
  await trx.insertInto('publication_models').values(rows).execute()
}

/** Returns serial numbers by publication. Includes publications that are not sold, because they identify models. */
export async function listModelsByPublication(): Promise<Map<number, SerialRange[]>> {
  const rows = await db
    .selectFrom('publication_models')
    .select(['publication_id', 'model', 'serial_from as from', 'serial_to as to'])
    .orderBy('id')
    .execute()
  const rangesByPublication = new Map<number, SerialRange[]>()
  for (const { publication_id, ...range } of rows) {
    const otherRanges = rangesByPublication.get(publication_id) ?? []
    rangesByPublication.set(publication_id, [...otherRanges, range])
  }
  return rangesByPublication
}

const MAX_MODELS = 200

/** Counts publications on sale per model, sorted by model. 'EMB 203' and 'EMB-203' count as one model. */
export function countModels(search = '') {
  return db
    .selectFrom('publication_models')
    .innerJoin('publications', 'publications.id', 'publication_id')
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
    .select(sql<string>`min(model collate utf8mb4_bin)`.as('model'))
    .select((eb) => eb.fn.count<number>('publication_id').distinct().as('count'))
    .groupBy(sql`regexp_replace(model, '[^[:alnum:]]+', '')`)
    .orderBy('model')
    .limit(MAX_MODELS)
    .execute()
}

/** Returns other publications for one of these models. Publications for few models come first, then new ones. */
export function listTitlesForSameModels(publicationId: number, models: readonly string[], limit: number) {
  return db
    .selectFrom('publications')
    .innerJoin('publication_models', 'publication_models.publication_id', 'publications.id')
    .where('active', '=', true)
    .where('publications.id', '!=', publicationId)
    .where('publications.id', 'in', (eb) =>
      eb
        .selectFrom('publication_models as shared')
        .select('shared.publication_id')
        .where('shared.model', 'in', nonEmptyTexts(models)),
    )
    .select(['publications.id', 'name', 'version', 'date', 'price', 'is_signature', 'is_download'])
    .groupBy(['publications.id', 'name', 'version', 'date', 'price', 'is_signature', 'is_download'])
    .orderBy((eb) => eb.fn.count('publication_models.id'))
    .orderBy('publications.id', 'desc')
    .limit(limit)
    .execute()
}
