import type { Trx } from '#app/models/platform/db.server.ts'

/** Locks the order until the transaction ends. Orders are locked before boletos, boletos before units. */
export function lockOrder(trx: Trx, orderId: number) {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}
