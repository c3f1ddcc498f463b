import type { WebhookEvent } from '#app/domain/settings/webhook.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { announceEvent, type EventPayload } from '#app/models/settings/webhook-event.server.ts'
import { toWireFreight } from '#app/text/checkout/shipping-labels.ts'

/** Queues webhook events of the order. Callers change the order first, because events contain the new values. */
export async function announceOrder(
  trx: Trx,
  { events = [] }: { events?: readonly WebhookEvent[] },
  orderId: number,
): Promise<void> {
  for (const event of events) await announceEvent(trx, event, () => describeOrder(trx, orderId))
}

/** Returns the order in the form of the API. Amounts are in reais. */
async function describeOrder(trx: Trx, id: number): Promise<EventPayload[]> {
  const order = await trx
    .selectFrom('orders')
    .select(['profile_id', 'status', 'date', 'paid_on', 'total_publications', 'shipping_type'])
    .select(['shipping_value', 'total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { profile_id, status, total_publications, total, date, paid_on } = order
  const data = { id, profile: profile_id, status_code: status, date, paid_on }
  const amounts = {
    total_publications: total_publications / 100,
    ...toWireFreight(order),
    total: total / 100,
  }
  return [{ id, data: { order: { ...data, ...amounts } } }]
}
