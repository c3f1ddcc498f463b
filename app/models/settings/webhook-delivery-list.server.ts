import { sql } from 'kysely'
import type { DeliveryState } from '#app/domain/settings/webhook.ts'
import { db, readDatabaseClock, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { countRows, type ListPlace, readListPage } from '#app/models/platform/list-page.server.ts'
import { enqueueDeliveries } from '#app/models/settings/webhook-event.server.ts'

const PER_PAGE = 50
const MAX_AT_ONCE = 1000

type DeliveryFilter = { endpointId: number; state: DeliveryState | undefined } & ListPlace

export function listDeliveries({ endpointId, state, ...place }: DeliveryFilter, perPage = PER_PAGE) {
  const deliveries = selectDeliveries(endpointId, state)
  return readListPage(place, {
    perPage,
    direction: 'descending',
    id: sql`webhook_deliveries.id`,
    read: ({ cursor, direction, limit, offset }) =>
      deliveries
        .select(['id', 'event', 'event_id as eventId', 'entity_id as entityId', 'attempts'])
        .select(['last_status as lastStatus'])
        .select(['last_error as lastError', 'next_attempt_at as nextAttemptAt'])
        .select(['delivered_at', 'given_up_at', 'created_at'])
        .where(cursor)
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset)
        .execute(),
    count: (limit) => countRows(deliveries, limit),
  })
}

export async function countFailedDeliveries(endpointId: number): Promise<number> {
  const { count } = await selectDeliveries(endpointId, 'given-up')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function selectDeliveries(endpointId: number, state: DeliveryState | undefined) {
  const query = db.selectFrom('webhook_deliveries').where('endpoint_id', '=', endpointId)
  if (state === undefined) return query
  if (state === 'delivered') return query.where('delivered_at', 'is not', null)
  if (state === 'given-up') return query.where('given_up_at', 'is not', null)
  return query.where('delivered_at', 'is', null).where('given_up_at', 'is', null)
}

/** Returns a delivery of this endpoint with its body. */
export function findDelivery(endpointId: number, id: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'event_id as eventId', 'body', 'turn', 'attempts'])
    .select(['last_attempt_at as lastAttemptAt', 'last_status as lastStatus', 'last_error as lastError'])
    .select(['next_attempt_at as nextAttemptAt', 'delivered_at', 'given_up_at', 'created_at'])
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
}

type ShownDelivery = { endpointId: number; id: number; turn: number }

/**
 * Sends a delivery's body and event id again. Returns false if the delivery was queued after the page showed
 * `turn`.
 */
export async function resendDelivery(
  { endpointId, id, turn }: ShownDelivery,
  actorUserId: number,
): Promise<boolean> {
  const now = await readDatabaseClock()
  return withTransaction(async (trx) => {
    const row = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'turn'])
      .where('id', '=', id)
      .where('endpoint_id', '=', endpointId)
      .where('turn', '=', turn)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return false
    await requeueDeliveries(trx, [row], now)
    await recordResend(trx, endpointId, 1, actorUserId)
    return true
  })
}

/** Sends the oldest abandoned deliveries again, at most a thousand. Returns their number. */
export async function resendAbandonedDeliveries(endpointId: number, actorUserId: number): Promise<number> {
  const now = await readDatabaseClock()
  return withTransaction(async (trx) => {
    const rows = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'turn'])
      .where('endpoint_id', '=', endpointId)
      .where('given_up_at', 'is not', null)
      .orderBy('id')
      .limit(MAX_AT_ONCE)
      .forUpdate()
      .execute()
    if (rows.length === 0) return 0
    await requeueDeliveries(trx, rows, now)
    await recordResend(trx, endpointId, rows.length, actorUserId)
    return rows.length
  })
}

/** Opens deliveries again with their next turn and queues them. */
async function requeueDeliveries(
  trx: Trx,
  rows: readonly { id: number; turn: number }[],
  now: Date,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ turn: eb('turn', '+', 1), failures: 0, next_attempt_at: now }))
    .set({ delivered_at: null, given_up_at: null })
    .where('id', 'in', ids)
    .execute()
  const newTurns = rows.map(({ id, turn }) => ({ id, turn: turn + 1 }))
  await enqueueDeliveries(trx, newTurns)
}

function recordResend(trx: Trx, endpointId: number, count: number, actorUserId: number) {
  return recordHistory(trx, {
    entity: 'webhook',
    entityId: endpointId,
    action: 'delivery-resent',
    actorUserId,
    details: { count },
  })
}
