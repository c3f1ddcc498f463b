import { cancellationEnd } from '#app/domain/orders/invoices/invoice.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'

const HOUR_MS = 3_600_000
const USUAL_HOURS = 24
/** Stays listed after the term to cancel: staff then have to ask their accountant. */
const SHOWN_AFTER_HOURS = 7 * 24

/** Order and term of the most urgent one; `end` is null where the city sets it. */
export type InvoicesWithoutOrder = { count: number; oldest: number | null; end: Date | null; now: Date }

/** Authorised invoices of orders that are not paid any more, as one cancelled while its invoice was under way (D155). */
export async function findInvoicesWithoutOrder(now: Date): Promise<InvoicesWithoutOrder> {
  const hours = (await findFiscal())?.cancellationHours ?? USUAL_HOURS
  const since = new Date(now.getTime() - (hours + SHOWN_AFTER_HOURS) * HOUR_MS)
  const invoices = await db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.order_id as orderId', 'model', 'authorised_at as authorisedAt'])
    .where('invoices.state', '=', 'authorised')
    .where('invoices.is_test', '=', false)
    .where('authorised_at', '>=', since)
    .where('orders.status', '<>', orderStatus.confirmed)
    .orderBy('authorised_at')
    .limit(100)
    .execute()
  const ends = invoices.map(({ orderId, model, authorisedAt }) => ({
    orderId,
    end: model === 'nfe' && authorisedAt ? cancellationEnd(authorisedAt, hours) : null,
  }))
  const urgent = ends.find(({ end }) => end !== null && end >= now) ?? ends[0]
  return { count: ends.length, oldest: urgent?.orderId ?? null, end: urgent?.end ?? null, now }
}
