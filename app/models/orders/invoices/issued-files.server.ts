import { changeLockedInvoice } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { addIssuedFile, type OrderFileData } from '#app/models/orders/order-file.server.ts'

export function storeIssuedFile(
  invoiceId: number,
  data: OrderFileData,
): Promise<number | 'too-many' | 'known'> {
  return changeLockedInvoice(invoiceId, (trx, { orderId }) =>
    addIssuedFile(trx, { ...data, orderId, kind: 'nfe', invoiceId }, { actorUserId: null, source: 'fiscal' }),
  )
}
