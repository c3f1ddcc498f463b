import { db, type Trx } from '#app/models/platform/db.server.ts'
import { type Entity, entryOf, historyWithActors } from '#app/models/platform/history.server.ts'

/** Tables whose rows staff edit on a form; `lock_version` counts the saves. */
type Versioned = 'profiles' | 'publications' | 'orders' | 'shipments' | 'subscriptions'

/** Somebody saved the record after the form was opened; nothing was written. */
export class StaleRecordError extends Error {
  override name = 'StaleRecordError'
}

/**
 * Takes the right to save a record that was on the screen after `seen` saves, first thing in the transaction; the row
 * is held until its end. Throws StaleRecordError when there has been another save since.
 */
export async function bumpVersion(trx: Trx, table: Versioned, id: number, seen: number): Promise<void> {
  const claimed = await trx
    .updateTable(table)
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', id)
    .where('lock_version', '=', seen)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) throw new StaleRecordError()
}

/** Counts a save that was made elsewhere than on the form of the staff, so that whoever has that open is told. */
export async function countSave(trx: Trx, table: Versioned, id: number): Promise<void> {
  await trx
    .updateTable(table)
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Who saved a record last and when, for whoever comes second; undefined when the history knows nothing. */
export async function findLastSave(entity: Entity, entityId: number) {
  const row = await historyWithActors()
    .where('history.entity', '=', entity)
    .where('history.entity_id', '=', entityId)
    .where('history.actor_user_id', 'is not', null)
    .orderBy('history.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { actor, at } = entryOf(row)
  return { actor, at }
}

/** How often a record has been saved; undefined when there is none. */
export async function findLockVersion(table: Versioned, id: number): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('lock_version').where('id', '=', id).executeTakeFirst()
  return row?.lock_version
}
