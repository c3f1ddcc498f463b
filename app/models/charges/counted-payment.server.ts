import { sql } from 'kysely'
import { defaultPaymentWays, type PaymentWay } from '#app/domain/payments/payment-way.ts'
import {
  isStandingReversal,
  isUnreversedRefund,
  reversals,
} from '#app/models/charges/returned-money.server.ts'

/** SQL condition on `payments`: the payment counts for its order and was not returned in full. */
export const isCountedPayment = sql<boolean>`((payments.problem is null or payments.resolution in ('accepted', 'assigned'))
  and payments.value > (select coalesce(sum(refunds.value), 0) from refunds where refunds.payment_id = payments.id
      and ${isUnreversedRefund})
    + (select coalesce(sum(reversal.value), 0) from ${reversals}
      where reversal.reverses_id = payments.id and ${isStandingReversal('reversal')}))`

/** SQL condition on `boletos`: a Pix paid the boleto, so its own state did not change (docs/decisions/0061). */
export const hasPaidPix = sql<boolean>`exists (select 1 from pix_charges
  where pix_charges.boleto_id = boletos.id and pix_charges.state = 'paid')`

/** SQL condition on `orders`: the order must not be paid again, because it has a counted or unresolved payment. */
export const withCountedPayment = sql<boolean>`exists (select 1 from payments where payments.order_id = orders.id
  and (${isCountedPayment} or (payments.problem is not null and payments.problem <> 'reversed' and payments.resolved_at is null)))`

const usualWayCases = sql.join(
  Object.entries(defaultPaymentWays).map(([source, way]) => sql`when ${source} then ${way}`),
  sql` `,
)

/** SQL for the way of a payment, or for the usual way of the payment's source if the payment states none. */
export const wayOfPayment = sql<PaymentWay>`coalesce(payments.way, case payments.source ${usualWayCases} end)`

/** SQL for the way in which the order was paid, or null if staff marked the order as paid. */
export const wayOfOrder = sql<PaymentWay | null>`(select ${wayOfPayment} from payments
  where payments.order_id = orders.id and ${isCountedPayment} order by payments.id limit 1)`
