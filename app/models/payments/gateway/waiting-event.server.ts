import { sql } from 'kysely'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_SHOWN = 100

export function listWaitingEvents() {
  return selectEvents(db)
    .where('attention', 'is not', null)
    .where('resolved_at', 'is', null)
    .orderBy('gateway_events.id')
    .limit(MAX_SHOWN)
    .execute()
}

export function selectOpenEvents() {
  return db
    .selectFrom('gateway_events')
    .where('attention', 'is not', null)
    .where('resolved_at', 'is', null)
    .select(['id', 'received_at as since'])
}

export async function countWaitingEvents(): Promise<number> {
  const { count } = await db
    .selectFrom('gateway_events')
    .where('attention', 'is not', null)
    .where('resolved_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findWaitingEvent(id: number) {
  const event = await selectEvents(db)
    .leftJoin('profiles as resolver', 'resolver.user_id', 'gateway_events.resolved_by')
    .where('gateway_events.id', '=', id)
    .where('attention', 'is not', null)
    .select(['resolver.name as resolvedBy', 'resolution_note as note', 'happened_at as happenedAt'])
    .executeTakeFirst()
  if (!event) return undefined
  const { count } = await db
    .selectFrom('gateway_events')
    .where('attention', '=', event.attention)
    .where('resolved_at', 'is', null)
    .where('name', '=', event.name)
    .where('id', '<>', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { ...event, others: Number(count) }
}

/** How staff close an event; `alike` also closes all events with the same name and reason. */
type EventClosing = { note: string; alike: boolean }

/** Closes an event with a reason by staff, which its order's history records. The first decision wins. */
export function closeWaitingEvent(
  id: number,
  { note, alike }: EventClosing,
  actor: Actor & { actorUserId: number },
): Promise<'resolved' | 'already' | 'unknown'> {
  return withTransaction(async (trx) => {
    const event = await selectEvents(trx).where('gateway_events.id', '=', id).forUpdate().executeTakeFirst()
    if (!event || event.attention === null) return 'unknown'
    if (event.resolvedAt) return 'already'
    const { attention, name } = event
    const eventsToClose = await selectEvents(trx)
      .where('resolved_at', 'is', null)
      .where('attention', '=', attention)
      .where((eb) => (alike ? eb('gateway_events.name', '=', name) : eb('gateway_events.id', '=', id)))
      .execute()
    await trx
      .updateTable('gateway_events')
      .set({ resolved_at: new Date(), resolved_by: actor.actorUserId, resolution_note: note })
      .where(
        'id',
        'in',
        eventsToClose.map((event) => event.id),
      )
      .execute()
    const orderIds = new Set(eventsToClose.flatMap(({ orderId }) => orderId ?? []))
    const details = { event: name }
    const entry = { entity: 'order', action: 'gateway-report-closed', ...actor, details } as const
    await recordHistory(trx, ...[...orderIds].map((entityId) => ({ ...entry, entityId })))
    return 'resolved'
  })
}

function selectEvents(reader: DbOrTrx) {
  return reader
    .selectFrom('gateway_events')
    .leftJoin('boletos', (join) =>
      join
        .on('boletos.issuer', '=', gatewayName)
        // The collations differ, so that without `collate` MySQL would not use the index of boletos.
        .on(sql<boolean>`boletos.external_id = gateway_events.external_id collate utf8mb4_unicode_520_ci`),
    )
    .select(['gateway_events.id', 'gateway_events.name', 'gateway_events.external_id as externalId'])
    .select(['received_at as receivedAt', 'attention', 'outcome', 'resolved_at as resolvedAt'])
    .select(['boletos.order_id as orderId'])
}
