import type { Selectable } from 'kysely'
import { toInstant } from '#app/domain/platform/calendar.ts'
import { createNumberPicker, type HighestNumbers } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { OldNumber, type PlannedRow } from '#app/models/backoffice/import/planned-row.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** A publication of the old system. Prices are in centavos, the weight is in grams. */
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
> & {
  /** true if the old system no longer lists the publication; the import then removes it here as well */
  isRemoved: boolean
}

/** Imports publications, each with its current revision. */
export async function importPublications(
  trx: Trx,
  records: readonly ImportedPublication[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  const legacyIds = records.map(({ id }) => id)
  const pickNumber = await createNumberPicker(trx, 'publications', legacyIds, highestNumbers)
  for (const record of records) {
    const { id: legacyId, version, date, isRemoved } = record
    const idColumn = pickNumber(legacyId)
    const insertion = await trx
      .insertInto('publications')
      .values({ ...toPublicationValues(record), ...idColumn, removed_at: isRemoved ? new Date() : null })
      .executeTakeFirstOrThrow()
    const publicationId = idColumn.id ?? Number(insertion.insertId)
    // The feed sorts by this time, and an old revision must not appear before new revisions of the shop.
    const noonOfRevision = toInstant(date, '12:00')
    const createdAt = new Date(Math.min(Date.now(), noonOfRevision.getTime()))
    await addRevision(trx, { publicationId, version, date, changes: null, createdAt })
    await recordHistory(trx, {
      entity: 'publication',
      entityId: publicationId,
      action: 'imported',
      actorUserId: null,
      source: 'import',
      details: { legacyId },
    })
  }
}

/** Returns the rows that the import would write for a publication, because the preview validates them. */
export function planPublication(record: ImportedPublication): PlannedRow[] {
  const { id, version, date } = record
  return [
    { table: 'publications', values: toPublicationValues(record) },
    { table: 'revisions', values: { publication_id: new OldNumber(id), version, date, changes: null } },
  ]
}

function toPublicationValues({ id, isRemoved: _, ...columns }: ImportedPublication) {
  return {
    ...columns,
    legacy_id: id,
    weight: columns.is_download ? 0 : columns.weight,
    price_signature: columns.is_signature ? columns.price_signature : null,
  }
}
