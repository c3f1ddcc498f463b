import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

/** Locks the order until the transaction ends. Orders are locked before boletos, boletos before units. */
export function lockOrder(trx: Trx, orderId: number) {
  return orderLock.first(trx, { orderId })
}

const orderLock = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db.selectFrom('orders').selectAll().where('id', '=', value('orderId')).forUpdate(),
)
