import type { Insertable } from 'kysely'
import type { SerialRange } from '#app/domain/catalogue/applicability.ts'
import { replaceModels } from '#app/models/catalogue/publication-models.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

type Overrides = Partial<Insertable<Database['publications']>>

/** Creates a publication on sale, by default printed, one-off, of R$ 80,00 and 700 g. */
export async function makePublication(overrides: Overrides = {}): Promise<number> {
  const [id = 0] = await withTransaction((trx) => insertPublications(trx, [overrides]))
  return id
}

/** Inserts a publication and its revision for each element of `overrides`. Returns the publications' ids. */
export async function insertPublications(trx: Trx, overrides: readonly Overrides[]): Promise<number[]> {
  const rows = overrides.map((override) => ({
    name: 'Manual de Voo inventado',
    applicability: 'Todas as aeronaves de teste',
    version: 'Rev. 1',
    date: '2026-01-15',
    price: 80_00,
    price_signature: override.is_signature ? 60_00 : null,
    weight: override.is_download ? 0 : 700,
    is_signature: false,
    is_download: false,
    ...override,
  }))
  const inserted = await trx.insertInto('publications').values(rows).executeTakeFirstOrThrow()
  const ids = rows.map((_, index) => Number(inserted.insertId) + index)
  const revisions = rows.map(({ version, date }, index) => ({
    publication_id: ids[index] ?? 0,
    version,
    date,
  }))
  await trx.insertInto('revisions').values(revisions).execute()
  return ids
}

export function makeDownload(overrides: Overrides = {}) {
  return makePublication({ name: 'Boletim inventado', is_download: true, ...overrides })
}

/** Sets the aircraft models of a publication. */
export function giveModels(publicationId: number, ranges: readonly SerialRange[]) {
  return withTransaction((trx) => replaceModels(trx, publicationId, ranges))
}
