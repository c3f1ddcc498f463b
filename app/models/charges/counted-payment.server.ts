import { sql } from 'kysely'
import { type PaymentWay, usualWays } from '#app/domain/payments/payment-way.ts'
import { isStandingRefund, reversalStands } from '#app/models/charges/returned-money.server.ts'

/** True for payments that match or that staff accepted, unless they were refunded in full. */
export const isCounted = sql<boolean>`((payments.problem is null or payments.resolution in ('accepted', 'assigned'))
  and payments.value > (select coalesce(sum(refunds.value), 0) from refunds where refunds.payment_id = payments.id
      and ${isStandingRefund})
    + (select coalesce(sum(reversal.value), 0) from payments as reversal
      where reversal.reverses_id = payments.id and ${reversalStands('reversal')}))`

/** A paid Pix does not change the boleto's own state (docs/decisions/0061). */
export const hasPaidPix = sql<boolean>`exists (select 1 from pix_charges
  where pix_charges.boleto_id = boletos.id and pix_charges.state = 'paid')`

/** True for orders with counted or unresolved payments, whose buyers must not be asked to pay again. */
export const withCountedPayment = sql<boolean>`exists (select 1 from payments where payments.order_id = orders.id
  and (${isCounted} or (payments.problem is not null and payments.problem <> 'reversed' and payments.resolved_at is null)))`

const usual = sql.join(
  Object.entries(usualWays).map(([source, way]) => sql`when ${source} then ${way}`),
  sql` `,
)

/** The payment's own way, else the usual one of its source. */
export const wayOfPayment = sql<PaymentWay>`coalesce(payments.way, case payments.source ${usual} end)`

/** The way of the order's counted payment; null if staff marked the order as paid. */
export const wayOfOrder = sql<PaymentWay | null>`(select ${wayOfPayment} from payments
  where payments.order_id = orders.id and ${isCounted} order by payments.id limit 1)`
