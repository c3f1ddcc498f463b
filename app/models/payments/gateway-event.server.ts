import type { GatewayEffect } from '#app/domain/reports/effect.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const effects = ['process-webhook-event'] as const satisfies GatewayEffect[]

/** A webhook event: its id, name, charge and our reference. */
export type WebhookEvent = {
  eventId: string
  name: string
  externalId: string | null
  reference: string | null
  /** as sent: Brasília time without an offset */
  happenedAt: string | null
}

/** Stores the event and queues its job; a repeated event is 'known'. */
export function storeWebhookEvent(event: WebhookEvent): Promise<'stored' | 'known'> {
  return withTransaction(async (trx) => {
    const kept = await trx
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
    if (kept.numInsertedOrUpdatedRows !== 1n) return 'known'
    await addToOutbox(trx, effects, String(kept.insertId))
    return 'stored'
  })
}

export function findGatewayEvent(id: number) {
  return db.selectFrom('gateway_events').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The first outcome stays. */
export async function closeGatewayEvent(id: number, outcome: string): Promise<void> {
  await db
    .updateTable('gateway_events')
    .set({ outcome, processed_at: new Date() })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}

export async function oldestOpenWebhookEvent(): Promise<Date | null> {
  const row = await db
    .selectFrom('gateway_events')
    .select('received_at')
    .where('processed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at ?? null
}

export async function deleteOldGatewayEvents(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('gateway_events')
    .where('received_at', '<', before)
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
