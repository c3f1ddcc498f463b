import { orderStatus } from '#app/domain/orders/order-status.ts'
import { selectPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Returns the facts of an order that decide which statuses staff may set. */
export async function findSettableOrder(id: number) {
  const row = await settableOrderQuery.first(db, { id })
  if (!row) return undefined
  const { paidOn, boletoLine, needsPhoto, ...order } = row
  return {
    ...order,
    needsPhoto: Boolean(needsPhoto),
    isPayable: paidOn !== null || boletoLine !== null,
    isRejected: order.status === orderStatus.cancelled && Boolean(order.reason),
  }
}

const settableOrderQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db
    .selectFrom('orders')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .where('orders.id', '=', value('id'))
    .select(['orders.id', 'status', 'reason', 'paid_on as paidOn', 'line as boletoLine'])
    .select((eb) => eb.exists(selectPhotoLines(value('id')).select('order_lines.id')).as('needsPhoto')),
)
