import { type EventAttention, reconciliationEvent } from '#app/domain/payments/gateway-events.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const processEffects = ['process-webhook-event'] as const
const staffMails = ['mail-staff-gateway-event'] as const

export type WebhookEvent = {
  eventId: string
  name: string
  externalId: string | null
  reference: string | null
  /** the time as the gateway sends it: Brasília time without an offset */
  happenedAt: string | null
}

/** Stores the event and queues its job. Returns 'known' for a repeated event. */
export function storeWebhookEvent(event: WebhookEvent): Promise<'stored' | 'known'> {
  return withTransaction(async (trx) => {
    const insertion = await trx
      .insertInto('gateway_events')
      .ignore()
      .values({
        event_id: event.eventId,
        name: event.name,
        external_id: event.externalId,
        reference: event.reference,
        happened_at: event.happenedAt,
      })
      .executeTakeFirst()
    if (insertion.numInsertedOrUpdatedRows !== 1n) return 'known'
    await addToOutbox(trx, processEffects, String(insertion.insertId))
    return 'stored'
  })
}

export function findGatewayEvent(id: number) {
  return db.selectFrom('gateway_events').selectAll().where('id', '=', id).executeTakeFirst()
}

type EventClosing = {
  attention?: EventAttention | null
  /** id of the boleto whose order's history records the event */
  noteBoletoId?: number | null
}

/**
 * Records the outcome of an event and why staff must look at it, if they must. Does nothing for a closed
 * event.
 */
export function closeGatewayEvent(
  { id, name }: { id: number; name: string },
  outcome: string,
  { attention = null, noteBoletoId = null }: EventClosing = {},
): Promise<void> {
  return withTransaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('gateway_events')
      .set({ outcome, attention, processed_at: new Date() })
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (attention === 'differs') await addToOutbox(trx, staffMails, String(id))
    if (noteBoletoId === null) return
    const boleto = await trx
      .selectFrom('boletos')
      .select('order_id')
      .where('id', '=', noteBoletoId)
      .executeTakeFirstOrThrow()
    await recordHistory(trx, {
      entity: 'order',
      entityId: boleto.order_id,
      action: 'gateway-reported',
      actorUserId: null,
      source: 'gateway',
      details: { event: name },
    })
  })
}

/** Records a difference that no event reported, once per `differenceKey`. */
export function recordDifference(
  charge: { externalId: string; reference: string | null },
  { outcome, differenceKey }: { outcome: string; differenceKey: string },
): Promise<void> {
  return withTransaction(async (trx) => {
    const insertion = await trx
      .insertInto('gateway_events')
      .ignore()
      .values({
        event_id: `check/${charge.externalId}/${differenceKey}`,
        name: reconciliationEvent,
        external_id: charge.externalId,
        reference: charge.reference,
        happened_at: null,
        outcome,
        attention: 'differs',
        processed_at: new Date(),
      })
      .executeTakeFirst()
    if (insertion.numInsertedOrUpdatedRows !== 1n) return
    await addToOutbox(trx, staffMails, String(insertion.insertId))
  })
}

export async function findOldestOpenWebhookEvent(): Promise<Date | null> {
  const row = await db
    .selectFrom('gateway_events')
    .select('received_at')
    .where('processed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}

/** Deletes old events, except events that wait for staff. Returns their number. */
export async function deleteOldGatewayEvents(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('gateway_events')
    .where('received_at', '<', before)
    .where((eb) => eb.or([eb('attention', 'is', null), eb('resolved_at', 'is not', null)]))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
