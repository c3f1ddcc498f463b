import { sql } from 'kysely'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { calculateCancellationEnd } from '#app/domain/orders/invoices/invoice.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { toNoon } from '#app/models/backoffice/waiting-work/waiting-work.server.ts'
import { selectNewestInvoices } from '#app/models/orders/invoices/troubled-invoices.server.ts'
import { selectOrdersInReview } from '#app/models/orders/order-review.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { selectWaitingCopies } from '#app/models/shipments/shipment-waiting.server.ts'

export { selectOrdersInReview, selectWaitingCopies }

const HOUR_MS = 3_600_000
/** An invoice that can no longer be cancelled stays listed for these hours because staff must ask their accountant. */
const LISTED_AFTER_HOURS = 7 * 24
/** Missing invoices are searched for sales up to this age because older sales may be imported. */
const INVOICE_DAYS = 90

export function selectOpenWithdrawals() {
  return db.selectFrom('withdrawal_requests').where('is_open', '=', 1).select(['id', 'created_at as since'])
}

export async function findOrderOfWithdrawal(id: number): Promise<number> {
  const { orderId } = await db
    .selectFrom('withdrawal_requests')
    .select('order_id as orderId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return orderId
}

/** Returns paid orders whose newest invoice of a model was rejected, unless staff entered a number. */
export function selectRefusedInvoices() {
  return selectNewestInvoices()
    .where('invoices.state', '=', 'refused')
    .where((eb) => eb.or([eb('invoices.model', '!=', 'nfe'), eb('orders.nfe', 'is', null)]))
    .groupBy('orders.id')
    .select(['orders.id', sql<Date>`min(coalesce(invoices.asked_at, invoices.created_at))`.as('since')])
}

/** Returns paid orders whose newest invoice was requested before `before` and has no reply. */
export function selectUnansweredInvoices(before: Date) {
  return selectNewestInvoices()
    .where('invoices.state', 'in', ['draft', 'sent'])
    .where('invoices.asked_at', '<', before)
    .groupBy('orders.id')
    .select(['orders.id', sql<Date>`min(invoices.asked_at)`.as('since')])
}

/** Returns orders that are no longer paid but have a valid invoice, which can be cancelled for some hours. */
export function selectNeedlessInvoices(now: Date, cancellableHours: number) {
  const since = new Date(now.getTime() - (cancellableHours + LISTED_AFTER_HOURS) * HOUR_MS)
  return db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .where('invoices.state', '=', 'authorised')
    .where('invoices.is_test', '=', false)
    .where('authorised_at', '>=', since)
    .where('orders.status', '<>', orderStatus.confirmed)
    .select(['orders.id', sql<Date>`authorised_at`.as('since')])
}

/** Returns the order whose needless invoice is most urgent. `end` is null if the city sets the deadline. */
export async function findNeedlessInvoice(
  now: Date,
  cancellableHours: number,
): Promise<{ orderId: number; end: Date | null } | undefined> {
  const rows = await selectNeedlessInvoices(now, cancellableHours)
    .select(['model', 'authorised_at as authorisedAt'])
    .orderBy('authorised_at')
    .limit(100)
    .execute()
  const invoices = rows.map(({ id, model, authorisedAt }) => ({
    orderId: id,
    end: model === 'nfe' && authorisedAt ? calculateCancellationEnd(authorisedAt, cancellableHours) : null,
  }))
  const firstCancellable = invoices.find(({ end }) => end !== null && end >= now)
  return firstCancellable ?? invoices[0]
}

/** Returns paid orders with a shipment sent before today but without an invoice. */
export function selectMissingInvoices(today: CivilDate) {
  return db
    .selectFrom('shipments')
    .innerJoin('shipment_orders', 'shipment_orders.shipment_id', 'shipments.id')
    .innerJoin('orders', 'orders.id', 'shipment_orders.order_id')
    .where('shipments.send_date', '>=', addDays(today, -INVOICE_DAYS))
    .where('shipments.send_date', '<', today)
    .where('shipments.cancelled_at', 'is', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.total', '>', 0)
    .where('orders.nfe', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices')
            .whereRef('invoices.order_id', '=', 'orders.id')
            .where('is_test', '=', false)
            .where('state', '<>', 'cancelled')
            .select('invoices.id'),
        ),
      ),
    )
    .groupBy('orders.id')
    .select(['orders.id', sql<Date>`min(${toNoon(sql`shipments.send_date`)})`.as('since')])
}

/** Returns returned shipments until they are sent again or other shipments contain their copies. */
export function selectReturnedShipments() {
  return db
    .selectFrom('shipments')
    .where('status', '=', shipmentStatus.returned)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shipment_lines as returned')
          .innerJoin('subscriptions', 'subscriptions.order_line_id', 'returned.order_line_id')
          .leftJoin('shipment_lines as other', (join) =>
            join.onRef('other.order_line_id', '=', 'returned.order_line_id').on('other.holds', '=', 1),
          )
          .whereRef('returned.shipment_id', '=', 'shipments.id')
          .where('other.shipment_id', 'is', null)
          .where('subscriptions.suspended_at', 'is', null)
          .where('subscriptions.status', '=', subscriptionStatus.awaitingDispatch)
          .select('returned.order_line_id'),
      ),
    )
    .select(['shipments.id', sql<Date>`coalesce(${toNoon(sql`return_date`)}, created_at)`.as('since')])
}

/** Returns orders whose freight is still to be agreed, until a shipment contains their copies. */
export function selectOpenFreights() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('shipment_lines', (join) =>
      join.onRef('shipment_lines.order_line_id', '=', 'order_lines.id').on('holds', '=', 1),
    )
    .where('subscriptions.status', '=', subscriptionStatus.awaitingDispatch)
    .where('subscriptions.suspended_at', 'is', null)
    .where('shipment_lines.shipment_id', 'is', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.shipping_type', '=', shippingTypes.toBeAgreed)
    .where('orders.shipping_value', '=', 0)
    .groupBy('orders.id')
    .select([
      'orders.id',
      sql<Date>`min(coalesce(${toNoon(sql`orders.paid_on`)}, orders.created_at))`.as('since'),
    ])
}

/** Returns suspended subscriptions that were renewed, until they are restored or the money is refunded. */
export function selectSuspendedRenewals() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.renews_subscription_id', 'subscriptions.id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('subscriptions.suspended_at', 'is not', null)
    .where('orders.status', '=', orderStatus.confirmed)
    .where(sql<boolean>`orders.paid_on >= date(subscriptions.suspended_at)`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refunds').whereRef('refunds.order_id', '=', 'orders.id').select('refunds.id'))),
    )
    .groupBy('subscriptions.id')
    .select(['subscriptions.id', sql<Date>`min(${toNoon(sql`orders.paid_on`)})`.as('since')])
}

/** Returns subscriptions with a due date in the period, except suspended subscriptions. */
export function selectEndingUnits({ start, end }: { start: CivilDate; end: CivilDate }) {
  return db
    .selectFrom('subscriptions')
    .where('suspended_at', 'is', null)
    .where('due', '>=', start)
    .where('due', '<=', end)
    .select(['id', toNoon(sql`due`).as('since')])
}

export function selectOpenMessages() {
  return db
    .selectFrom('contact_messages')
    .where('handled_at', 'is', null)
    .select(['id', 'created_at as since'])
}
