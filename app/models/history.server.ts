import { db, type Trx } from '#app/models/db.server.ts'

type Entity = 'order' | 'user' | 'subscription'
type Entry = {
  entity: Entity
  entityId: number
  action: string
  /** null for the shop itself */
  actorUserId: number | null
  details?: Record<string, unknown>
}

/** Appends what happened to an entity; rows are never changed (F100). */
export async function recordHistory(trx: Trx, { entity, entityId, action, actorUserId, details }: Entry) {
  await trx
    .insertInto('history')
    .values({
      entity,
      entity_id: entityId,
      action,
      actor_user_id: actorUserId,
      details: details ? JSON.stringify(details) : null,
    })
    .execute()
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
