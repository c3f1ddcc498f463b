import type { Selectable } from 'kysely'
import { idFor, keptIds } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Prices in centavos, weight in grams. */
export type ImportedPublication = Omit<
  Selectable<Database['publications']>,
  | 'legacy_id'
  | 'created_at'
  | 'updated_at'
  | 'lock_version'
  | 'removed_at'
  | 'form_key'
  | 'kind'
  | 'description'
  | 'contents'
>

/** Each with its revision in force. */
export async function importPublications(trx: Trx, records: readonly ImportedPublication[]): Promise<void> {
  const kept = await keptIds(
    trx,
    'publications',
    records.map(({ id }) => id),
  )
  for (const { id: legacyId, ...facts } of records) {
    const made = await trx
      .insertInto('publications')
      .values({
        ...facts,
        ...idFor(kept, legacyId),
        legacy_id: legacyId,
        weight: facts.is_download ? 0 : facts.weight,
        price_signature: facts.is_signature ? facts.price_signature : null,
      })
      .executeTakeFirstOrThrow()
    const publicationId = kept.get(legacyId) ?? Number(made.insertId)
    const { version, date } = facts
    await addRevision(trx, { publicationId, version, date, changes: null })
    const entry = { entity: 'publication', entityId: publicationId, action: 'imported' } as const
    await recordHistory(trx, { ...entry, actorUserId: null, source: 'import', details: { legacyId } })
  }
}
