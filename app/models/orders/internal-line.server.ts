import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { buildOrderLines, type InternalItem } from '#app/models/orders/internal-order.server.ts'
import { checkTotal } from '#app/models/orders/order-placement.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

export type LineRefusal = 'unknown-order' | 'not-internal' | 'not-waiting' | 'boleto-made'

type LineRequest = { orderId: number; item: InternalItem; actor: Actor; today: CivilDate }

/**
 * Adds a line to an unpaid internal order and returns its id. Returns 'boleto-made' if there may be a boleto,
 * because the boleto's value must equal the order's total. Throws OrderRefused if the item is not on sale at
 * this price or the new total is outside a boleto's limits.
 */
export function addInternalLine({ orderId, item, actor, today }: LineRequest): Promise<number | LineRefusal> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return 'unknown-order'
    if (order.shipping_type !== shippingTypes.internal) return 'not-internal'
    if (order.status !== orderStatus.pendingPayment) return 'not-waiting'
    if (await hasBoleto(trx, orderId)) return 'boleto-made'
    const lines = await buildOrderLines(trx, { profileId: order.profile_id, items: [item], today })
    let addedValue = 0
    for (const line of lines) addedValue += line.value
    await checkTotal(trx, order.total + addedValue)
    const insertion = await trx
      .insertInto('order_lines')
      .values(lines.map((line) => ({ ...line, order_id: orderId })))
      .executeTakeFirstOrThrow()
    const totals = {
      total_publications: order.total_publications + addedValue,
      total: order.total + addedValue,
    }
    await trx.updateTable('orders').set(totals).where('id', '=', orderId).execute()
    // No boleto is being issued, so a boleto with the new total is requested.
    await clearFinished(trx, 'issue-boleto', String(orderId))
    await addToOutbox(trx, ['issue-boleto'], String(orderId))
    const details = { changes: { line: [null, lines[0]?.name ?? null] } }
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'line-added', ...actor, details })
    return Number(insertion.insertId)
  })
}

/** Returns true if the order has a boleto in any state, or if a job may be creating a boleto. */
async function hasBoleto(trx: Trx, orderId: number): Promise<boolean> {
  const boleto = await trx
    .selectFrom('boletos')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (boleto) return true
  const job = await trx
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  return job !== undefined
}
