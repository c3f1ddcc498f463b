import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'

/** Tables whose rows keep the number they had before. */
export type Numbered = 'publications' | 'profiles' | 'orders' | 'order_lines' | 'subscriptions' | 'shipments'

/** Our ids by the old numbers; what has not come is missing. */
export async function findByLegacyIds(
  table: Numbered,
  legacyIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, number>> {
  if (legacyIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom(table)
    .select(['id', 'legacy_id'])
    .where('legacy_id', 'in', [...new Set(legacyIds)])
    .execute()
  return new Map(rows.flatMap(({ id, legacy_id }) => (legacy_id === null ? [] : [[legacy_id, id]])))
}

/** The old number where it is free here, so that people find a record by the number they know. */
export async function keptIds(
  trx: Trx,
  table: Numbered,
  legacyIds: readonly number[],
): Promise<Map<number, number>> {
  if (legacyIds.length === 0) return new Map()
  const taken = await trx.selectFrom(table).select('id').where('id', 'in', legacyIds).execute()
  const used = new Set(taken.map(({ id }) => id))
  return new Map(legacyIds.flatMap((id) => (used.has(id) ? [] : [[id, id]])))
}

/** `id` for an insert: the old number, or the next one. */
export function idFor(kept: ReadonlyMap<number, number>, legacyId: number): { id?: number } {
  const id = kept.get(legacyId)
  return id === undefined ? {} : { id }
}
