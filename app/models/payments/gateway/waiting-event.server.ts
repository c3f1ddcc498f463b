import { sql } from 'kysely'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_LISTED_EVENTS = 100

export function listWaitingEvents() {
  return selectEvents(db)
    .where('attention', 'is not', null)
    .where('resolved_at', 'is', null)
    .orderBy('gateway_events.id')
    .limit(MAX_LISTED_EVENTS)
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

/** Returns an event for staff. `others` is the number of other open events with the same name and reason. */
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

/** How staff close an event. If `alike` is true, all events with the same name and reason are closed too. */
type EventClosing = { note: string; alike: boolean }

/** Closes an event and records the closing in the history of its order. The first decision is final. */
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
    const closedIds = eventsToClose.map((closedEvent) => closedEvent.id)
    await trx
      .updateTable('gateway_events')
      .set({ resolved_at: new Date(), resolved_by: actor.actorUserId, resolution_note: note })
      .where('id', 'in', closedIds)
      .execute()
    const orderIds = new Set(eventsToClose.flatMap(({ orderId }) => orderId ?? []))
    const historyEntries = [...orderIds].map((entityId) => ({
      entity: 'order' as const,
      entityId,
      action: 'gateway-report-closed' as const,
      ...actor,
      details: { event: name },
    }))
    await recordHistory(trx, ...historyEntries)
    return 'resolved'
  })
}

function selectEvents(reader: DbOrTrx) {
  return reader
    .selectFrom('gateway_events')
    .leftJoin('boletos', (join) =>
      join
        .on('boletos.issuer', '=', gatewayName)
        // MySQL uses the index of boletos only with `collate` because the collations differ.
        .on(sql<boolean>`boletos.external_id = gateway_events.external_id collate utf8mb4_unicode_520_ci`),
    )
    .select(['gateway_events.id', 'gateway_events.name', 'gateway_events.external_id as externalId'])
    .select(['received_at as receivedAt', 'attention', 'outcome', 'resolved_at as resolvedAt'])
    .select(['boletos.order_id as orderId'])
}
