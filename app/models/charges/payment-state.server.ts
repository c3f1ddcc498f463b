import { type RawBuilder, sql } from 'kysely'
import { orderStatus, unpaidStatuses } from '#app/domain/orders/order-status.ts'
import {
  getOrderPaymentState,
  type PaymentState,
  type PaymentStateInput,
} from '#app/domain/orders/payment-state.ts'
import { receivedOfOrder } from '#app/models/charges/order-receipts.server.ts'
import {
  isOwnPayment,
  isStandingRefund,
  isStandingReversal,
  returnedOfOrder,
} from '#app/models/charges/returned-money.server.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

const { cancelled, confirmed } = orderStatus

/** SQL condition for payments that do not count for their order. Double payments are excluded. */
const isHeld = sql`payments.order_id = orders.id
  and payments.problem in ('amount-differs', 'rejected-order', 'renewed-elsewhere', 'account-removed')
  and coalesce(payments.resolution, 'refunded') = 'refunded'`

const heldOfOrder: RawBuilder<string> = sql`(select coalesce(sum(payments.value), 0) from payments where ${isHeld})`
const heldReturnedOfOrder: RawBuilder<string> = sql`((select coalesce(sum(refunds.value), 0) from refunds
    join payments on payments.id = refunds.payment_id where ${isHeld} and ${isStandingRefund})
  + (select coalesce(sum(reversal.value), 0) from payments
    join payments as reversal on reversal.reverses_id = payments.id where ${isHeld} and ${isStandingReversal('reversal')}))`

const isDisputed: RawBuilder<number> = sql`exists (select 1 from payments
  join payments as reversal on reversal.reverses_id = payments.id
  where (${isOwnPayment} or (${isHeld}))
    and coalesce(reversal.reversal, 'chargeback') = 'chargeback' and reversal.resolution is null)`

/** SQL that reads the order's last cancellation; `from` is the state before it. */
export const selectCancellation = (part: RawBuilder<unknown>) => sql`(select ${part} from history
  where history.entity = 'order' and history.entity_id = orders.id and history.action = 'cancelled'
  order by history.id desc limit 1)`

const isCancelledPaid: RawBuilder<number> = sql`(orders.status = ${cancelled} and orders.paid_on is not null
  and coalesce(${selectCancellation(sql`json_extract(history.details, '$.from')`)} = ${confirmed}, false))`

const paid = sql`coalesce(${receivedOfOrder},
  case when orders.status = ${confirmed} or ${isCancelledPaid} then orders.total else 0 end)`
const came = sql`(${paid} + ${heldOfOrder})`
const back = sql`(${returnedOfOrder} + ${heldReturnedOfOrder})`

const refundState = (sumIn: RawBuilder<unknown>, out: RawBuilder<unknown>) => sql`case
  when ${sumIn} = 0 or ${out} = 0 then 'paid'
  when ${out} < ${sumIn} then 'partly-refunded'
  else 'refunded' end`

/** SQL equivalent of `getOrderPaymentState`, for queries over `orders`. */
export const paymentStateOfOrder: RawBuilder<PaymentState | null> = sql`(case
  when ${isDisputed} then 'disputed'
  when orders.status = ${confirmed} then ${refundState(paid, returnedOfOrder)}
  when orders.status = ${cancelled} then case
    when ${came} = 0 then null
    when ${back} > 0 or ${came} >= orders.total then ${refundState(came, back)}
    else 'partly-paid' end
  when ${came} > ${back} then if(${came} - ${back} < orders.total, 'partly-paid', 'paid')
  when orders.total = 0 then null
  else 'due' end)`

/** The state alone, without the subqueries of the others, since every orders list counts it. */
const isDue: RawBuilder<boolean> = sql`(orders.status in (${sql.join(unpaidStatuses)}) and orders.total > 0
  and (not exists (select 1 from payments where payments.order_id = orders.id)
    or (not ${isDisputed} and coalesce(${receivedOfOrder}, 0) + ${heldOfOrder} <= ${back})))`

/** Each condition begins with what an index selects, because few orders have the rare states. */
const conditions: Record<PaymentState, RawBuilder<boolean>> = {
  due: isDue,
  'partly-paid': sql`(orders.status != ${confirmed} and ${isState('partly-paid')})`,
  paid: isState('paid'),
  'partly-refunded': sql`(${withMoneyBack()} and ${isState('partly-refunded')})`,
  refunded: sql`(${withMoneyBack()} and ${isState('refunded')})`,
  disputed: sql`(orders.id in (select payments.order_id from payments
    join payments as reversal on reversal.reverses_id = payments.id where reversal.resolution is null)
    and ${isDisputed})`,
}

function isState(state: PaymentState): RawBuilder<boolean> {
  return sql`(${paymentStateOfOrder} = ${state})`
}

function withMoneyBack(): RawBuilder<boolean> {
  return sql`orders.id in (select refunds.order_id from refunds where refunds.order_id is not null
    union select payments.order_id from payments join refunds on refunds.payment_id = payments.id
      where payments.order_id is not null
    union select payments.order_id from payments join payments as reversal on reversal.reverses_id = payments.id
      where payments.order_id is not null)`
}

/** Returns the condition for a payment state, over `orders`; `undefined` matches all. */
export function isInPaymentState(state: PaymentState | undefined): RawBuilder<boolean> {
  return state === undefined ? sql`true` : conditions[state]
}

/** Columns over `orders` from which, with status and total, `toPaymentState` derives the state. */
export const paymentStateColumns = [
  receivedOfOrder.as('received'),
  returnedOfOrder.as('returned'),
  heldOfOrder.as('held'),
  heldReturnedOfOrder.as('heldReturned'),
  isDisputed.as('isDisputed'),
  isCancelledPaid.as('isCancelledPaid'),
] as const

const paymentFacts = compileQuery((value: ValueSlots<{ orderIds: readonly number[] }>) =>
  db
    .selectFrom('orders')
    .where('orders.id', 'in', expandList(value('orderIds')))
    .select(['orders.id', 'status', 'total', ...paymentStateColumns]),
)

export async function readPaymentStates(
  orderIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, PaymentState | null>> {
  if (orderIds.length === 0) return new Map()
  const rows = await paymentFacts.rows(reader, { orderIds })
  return new Map(rows.map((row) => [row.id, toPaymentState(row)]))
}

type Row = Pick<PaymentStateInput, 'status' | 'total'> &
  Record<'received', string | null> &
  Record<'returned' | 'held' | 'heldReturned', string> &
  Record<'isDisputed' | 'isCancelledPaid', number>

export function toPaymentState({ status, total, ...row }: Row): PaymentState | null {
  return getOrderPaymentState({
    status,
    total,
    received: row.received === null ? null : Number(row.received),
    returned: Number(row.returned),
    held: Number(row.held),
    heldReturned: Number(row.heldReturned),
    isDisputed: Boolean(row.isDisputed),
    isCancelledPaid: Boolean(row.isCancelledPaid),
  })
}
