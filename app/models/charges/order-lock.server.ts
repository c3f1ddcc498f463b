import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

/** Locks the order until the transaction ends. Callers lock orders before boletos, and boletos before units. */
export function lockOrder(trx: Trx, orderId: number) {
  return orderLockQuery.first(trx, { orderId })
}

const orderLockQuery = compileQuery((value: ValueSlots<{ orderId: number }>) =>
  db.selectFrom('orders').selectAll().where('id', '=', value('orderId')).forUpdate(),
)
