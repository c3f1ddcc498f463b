import type { WebhookEvent } from '#app/domain/settings/webhook.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Announced, announceEvent } from '#app/models/settings/webhook-event.server.ts'

/** Tells other systems of a transition, once the order is written as it will be committed. */
export async function announceOrder(
  trx: Trx,
  { events = [] }: { events?: readonly WebhookEvent[] },
  orderId: number,
): Promise<void> {
  for (const event of events) await announceEvent(trx, event, () => describeOrder(trx, orderId))
}

/** Money in reais (B5). */
async function describeOrder(trx: Trx, id: number): Promise<Announced[]> {
  const order = await trx
    .selectFrom('orders')
    .select(['profile_id', 'status', 'date', 'paid_on', 'total_publications', 'shipping_type'])
    .select(['shipping_value', 'total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { profile_id, status, total_publications, shipping_value, total, ...facts } = order
  const amounts = {
    total_publications: total_publications / 100,
    shipping_value: shipping_value / 100,
    total: total / 100,
  }
  return [{ id, data: { order: { id, profile: profile_id, status_code: status, ...facts, ...amounts } } }]
}
