import { db, type Trx } from '#app/models/platform/db.server.ts'
import { type Entity, selectHistoryWithActors, toHistoryEntry } from '#app/models/platform/history.server.ts'

/** Staff edit the rows of these tables. `lock_version` counts the saves. */
type VersionedTable =
  | 'profiles'
  | 'publications'
  | 'orders'
  | 'shipments'
  | 'subscriptions'
  | 'webhook_endpoints'

/** Thrown before anything is written if somebody saved the record after the form was opened. */
export class StaleRecordError extends Error {
  override name = 'StaleRecordError'
}

/** A function that throws StaleRecordError if the locked row differs from the row that the form showed. */
export type StaleCheck<Stored> = (storedRow: Stored) => void

/** Locks the row and increments its version. Callers write afterwards. Throws StaleRecordError after other saves. */
export async function raiseVersion(
  trx: Trx,
  table: VersionedTable,
  id: number,
  seenVersion: number,
): Promise<void> {
  const update = await trx
    .updateTable(table)
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', id)
    .where('lock_version', '=', seenVersion)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) throw new StaleRecordError()
}

/** Locks the row if `seenVersion` is given. Throws StaleRecordError if its version differs. */
export async function lockVersion(
  trx: Trx,
  table: VersionedTable,
  id: number,
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined) return
  const row = await trx
    .selectFrom(table)
    .select('lock_version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.lock_version !== seenVersion) throw new StaleRecordError()
}

export async function raiseVersionUnchecked(trx: Trx, table: VersionedTable, id: number): Promise<void> {
  await trx
    .updateTable(table)
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns the time and the person of the last change, ignoring changes by the shop itself. */
export async function findLastSave(entity: Entity, entityId: number) {
  const row = await selectHistoryWithActors()
    .where('history.entity', '=', entity)
    .where('history.entity_id', '=', entityId)
    .where('history.actor_user_id', 'is not', null)
    .orderBy('history.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { actor, at } = toHistoryEntry(row)
  return { actor, at }
}

export async function findLockVersion(table: VersionedTable, id: number): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('lock_version').where('id', '=', id).executeTakeFirst()
  return row?.lock_version
}
