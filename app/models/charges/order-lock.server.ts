import type { Trx } from '#app/models/platform/db.server.ts'

/** An order with its row locked until the transaction ends, or undefined. An order is locked before its boleto and its units. */
export function lockOrder(trx: Trx, orderId: number) {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}
