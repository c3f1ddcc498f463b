import { changeLockedInvoice } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { addIssuedFile, type OrderFileData } from '#app/models/orders/order-file.server.ts'

export function storeIssuedFile(
  invoiceId: number,
  file: OrderFileData,
): Promise<number | 'too-many' | 'known'> {
  const actor = { actorUserId: null, source: 'fiscal' }
  return changeLockedInvoice(invoiceId, (trx, { orderId }) =>
    addIssuedFile(trx, { ...file, orderId, kind: 'nfe', invoiceId }, actor),
  )
}
