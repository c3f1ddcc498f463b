import type { Insertable } from 'kysely'
import type { SerialRange } from '#app/domain/catalogue/applicability.ts'
import { replaceModels } from '#app/models/catalogue/publication-models.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

type Overrides = Partial<Insertable<Database['publications']>>

/** A printed one-off publication of R$ 80,00 and 700 g that the shop sells; the overrides make it another. */
export async function makePublication(overrides: Overrides = {}): Promise<number> {
  const made = await db
    .insertInto('publications')
    .values({
      name: 'Manual de Voo inventado',
      applicability: 'Todas as aeronaves de teste',
      version: 'Rev. 1',
      date: '2026-01-15',
      price: 80_00,
      price_signature: overrides.is_signature ? 60_00 : null,
      weight: overrides.is_download ? 0 : 700,
      is_signature: false,
      is_download: false,
      ...overrides,
    })
    .executeTakeFirstOrThrow()
  const id = Number(made.insertId)
  const { version = 'Rev. 1', date = '2026-01-15' } = overrides
  await db.insertInto('revisions').values({ publication_id: id, version, date }).execute()
  return id
}

export function makeDownload(overrides: Overrides = {}) {
  return makePublication({ name: 'Boletim inventado', is_download: true, ...overrides })
}

/** The aircraft a publication is for. */
export function giveModels(publicationId: number, ranges: readonly SerialRange[]) {
  return withTransaction((trx) => replaceModels(trx, publicationId, ranges))
}
