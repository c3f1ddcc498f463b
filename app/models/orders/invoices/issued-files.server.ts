import { changeLocked } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { addIssuedFile, type OrderFileFacts } from '#app/models/orders/order-file.server.ts'

export function keepIssuedFile(
  invoiceId: number,
  facts: OrderFileFacts,
): Promise<number | 'too-many' | 'known'> {
  return changeLocked(invoiceId, (trx, { orderId }) =>
    addIssuedFile(
      trx,
      { ...facts, orderId, kind: 'nfe', invoiceId },
      { actorUserId: null, source: 'fiscal' },
    ),
  )
}
