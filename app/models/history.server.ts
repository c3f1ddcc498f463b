import { db, type Trx } from '#app/models/db.server.ts'

type Entity = 'order' | 'user' | 'subscription' | 'expedition'
type Entry = {
  entity: Entity
  entityId: number
  action: string
  /** null for the shop itself */
  actorUserId: number | null
  details?: Record<string, unknown>
}

/** Appends what happened to one entity or several and gives the first row's id, 0 for none; rows are never changed (F100). */
export async function recordHistory(trx: Trx, ...entries: Entry[]): Promise<number> {
  if (entries.length === 0) return 0
  const made = await trx
    .insertInto('history')
    .values(
      entries.map(({ entity, entityId, action, actorUserId, details }) => ({
        entity,
        entity_id: entityId,
        action,
        actor_user_id: actorUserId,
        details: details ? JSON.stringify(details) : null,
      })),
    )
    .executeTakeFirstOrThrow()
  return Number(made.insertId)
}

/** What happened to an entity, oldest first. */
export function listHistory(entity: Entity, entityId: number) {
  return db
    .selectFrom('history')
    .select(['id', 'action', 'actor_user_id', 'details', 'created_at'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id')
    .limit(500)
    .execute()
}
