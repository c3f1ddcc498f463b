import { orderStatus } from '#app/domain/orders/order-status.ts'
import { changeLockedInvoice, isOrderPaid } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/** Queues the mail about an invoice, unless the invoice is a test or the order was cancelled. */
export function announceInvoice(id: number): Promise<void> {
  return changeLockedInvoice(id, async (trx, { state, isTest, orderId }) => {
    if (state !== 'authorised' || isTest) return
    const isPaid = await isOrderPaid(orderId, trx)
    if (isPaid) await addToOutbox(trx, ['mail-invoice'], String(id))
  })
}

/** Returns the data for the mail, or undefined if the invoice is not valid or the order is not paid. */
export async function findInvoiceMail(id: number) {
  const invoice = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['orders.id as orderId', 'model', 'number', 'series', 'access_key as key'])
    .select(['email', 'profiles.name as contactName'])
    .where('invoices.id', '=', id)
    .where('invoices.state', '=', 'authorised')
    .where('is_test', '=', false)
    .where('orders.status', '=', orderStatus.confirmed)
    .executeTakeFirst()
  if (!invoice) return undefined
  const files = await db.selectFrom('order_files').select('type').where('invoice_id', '=', id).execute()
  return { ...invoice, hasPdf: files.some(({ type }) => type === 'application/pdf') }
}
