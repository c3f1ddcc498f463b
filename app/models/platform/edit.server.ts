import { db, type Trx } from '#app/models/platform/db.server.ts'
import { type Entity, entryOf, historyWithActors } from '#app/models/platform/history.server.ts'

/** Tables whose rows staff edit on a form; `edits` counts the saves. */
type Editable = 'profiles' | 'publications' | 'orders' | 'shipments' | 'subscriptions'

/** Somebody saved the record after the form was opened; nothing was written. */
export class EditedMeanwhile extends Error {
  override name = 'EditedMeanwhile'
}

/**
 * Takes the right to save a record that was on the screen after `seen` saves, first thing in the transaction; the row
 * is held until its end. Throws EditedMeanwhile when there has been another save since.
 */
export async function claimEdit(trx: Trx, table: Editable, id: number, seen: number): Promise<void> {
  const claimed = await trx
    .updateTable(table)
    .set((eb) => ({ edits: eb('edits', '+', 1) }))
    .where('id', '=', id)
    .where('edits', '=', seen)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) throw new EditedMeanwhile()
}

/** Counts a save that was made elsewhere than on the form of the staff, so that whoever has that open is told. */
export async function noteEdit(trx: Trx, table: Editable, id: number): Promise<void> {
  await trx
    .updateTable(table)
    .set((eb) => ({ edits: eb('edits', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Who saved a record last and when, for whoever comes second; undefined when the history knows nothing. */
export async function findLastEdit(entity: Entity, entityId: number) {
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
export async function countEdits(table: Editable, id: number): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('edits').where('id', '=', id).executeTakeFirst()
  return row?.edits
}
