import type { Trx } from '#app/models/platform/db.server.ts'

/** Locks the row until the transaction ends. Lock the order first, then the boleto, then units. */
export function lockOrder(trx: Trx, orderId: number) {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}
