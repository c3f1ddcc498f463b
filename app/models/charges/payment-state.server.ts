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
  isStandingReversal,
  isUnreversedRefund,
  returnedOfOrder,
  reversals,
} from '#app/models/charges/returned-money.server.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

const { cancelled, confirmed } = orderStatus

/**
 * SQL condition for money that the shop holds although it does not count for its order, except double
 * payments.
 */
const isHeldPayment = sql`payments.order_id = orders.id
  and payments.problem in ('amount-differs', 'rejected-order', 'renewed-elsewhere', 'account-removed')
  and coalesce(payments.resolution, 'refunded') = 'refunded'`

const heldSum: RawBuilder<string> = sql`(select coalesce(sum(payments.value), 0) from payments where ${isHeldPayment})`
const heldReturnedSum: RawBuilder<string> = sql`((select coalesce(sum(refunds.value), 0) from refunds
    join payments on payments.id = refunds.payment_id where ${isHeldPayment} and ${isUnreversedRefund})
  + (select coalesce(sum(reversal.value), 0) from payments
    join ${reversals} on reversal.reverses_id = payments.id where ${isHeldPayment} and ${isStandingReversal('reversal')}))`

/** SQL condition: money of the order was charged back, and staff have not decided about it yet. */
const isDisputed: RawBuilder<number> = sql`exists (select 1 from payments
  join ${reversals} on reversal.reverses_id = payments.id
  where (${isOwnPayment} or (${isHeldPayment}))
    and coalesce(reversal.reversal, 'chargeback') = 'chargeback' and reversal.resolution is null)`

/** Returns SQL that reads an expression from the history entry of the order's last cancellation. */
export const selectCancellation = (expression: RawBuilder<unknown>) => sql`(select ${expression} from history
  where history.entity = 'order' and history.entity_id = orders.id and history.action = 'cancelled'
  order by history.id desc limit 1)`

/** SQL condition: the order was cancelled after it was paid. */
const isCancelledPaid: RawBuilder<number> = sql`(orders.status = ${cancelled} and orders.paid_on is not null
  and coalesce(${selectCancellation(sql`json_extract(history.details, '$.from')`)} = ${confirmed}, false))`

/** SQL for the centavos that were paid: the recorded payments, else the total of an order marked as paid. */
const paidSum = sql`coalesce(${receivedOfOrder},
  case when orders.status = ${confirmed} or ${isCancelledPaid} then orders.total else 0 end)`
const receivedSum = sql`(${paidSum} + ${heldSum})`
const returnedSum = sql`(${returnedOfOrder} + ${heldReturnedSum})`

const selectRefundState = (received: RawBuilder<unknown>, returned: RawBuilder<unknown>) => sql`case
  when ${received} = 0 or ${returned} = 0 then 'paid'
  when ${returned} < ${received} then 'partly-refunded'
  else 'refunded' end`

/** SQL equivalent of `getOrderPaymentState`, for queries over `orders`. */
export const paymentStateOfOrder: RawBuilder<PaymentState | null> = sql`(case
  when ${isDisputed} then 'disputed'
  when orders.status = ${confirmed} then ${selectRefundState(paidSum, returnedOfOrder)}
  when orders.status = ${cancelled} then case
    when ${receivedSum} = 0 then null
    when ${returnedSum} > 0 or ${receivedSum} >= orders.total then ${selectRefundState(receivedSum, returnedSum)}
    else 'partly-paid' end
  when ${receivedSum} > ${returnedSum} then if(${receivedSum} - ${returnedSum} < orders.total, 'partly-paid', 'paid')
  when orders.total = 0 then null
  else 'due' end)`

/** Condition for 'due' without the subqueries of the other states, because every list of orders counts this state. */
const isDue: RawBuilder<boolean> = sql`(orders.status in (${sql.join(unpaidStatuses)}) and orders.total > 0
  and (not exists (select 1 from payments where payments.order_id = orders.id)
    or (not ${isDisputed} and coalesce(${receivedOfOrder}, 0) + ${heldSum} <= ${returnedSum})))`

/** The conditions of rare states begin with an indexed condition because few orders have these states. */
const conditionsByState: Record<PaymentState, RawBuilder<boolean>> = {
  due: isDue,
  'partly-paid': sql`(orders.status != ${confirmed} and ${isState('partly-paid')})`,
  paid: isState('paid'),
  'partly-refunded': sql`(${hasReturnedMoney()} and ${isState('partly-refunded')})`,
  refunded: sql`(${hasReturnedMoney()} and ${isState('refunded')})`,
  disputed: sql`(orders.id in (select payments.order_id from payments as reversal join payments on payments.id = reversal.reverses_id
    where reversal.reverses_id is not null and reversal.resolution is null)
    and ${isDisputed})`,
}

function isState(state: PaymentState): RawBuilder<boolean> {
  return sql`(${paymentStateOfOrder} = ${state})`
}

function hasReturnedMoney(): RawBuilder<boolean> {
  return sql`orders.id in (select order_id from (
    select refunds.order_id from refunds where refunds.order_id is not null
    union select payments.order_id from payments join refunds on refunds.payment_id = payments.id
      where payments.order_id is not null
    union select payments.order_id from payments as reversal join payments on payments.id = reversal.reverses_id
      where reversal.reverses_id is not null and payments.order_id is not null) as returned)`
}

/** Returns the condition over `orders` for a payment state. `undefined` matches all orders. */
export function isInPaymentState(state: PaymentState | undefined): RawBuilder<boolean> {
  return state === undefined ? sql`true` : conditionsByState[state]
}

/** Columns over `orders` that `toPaymentState` needs in addition to status and total */
export const paymentStateColumns = [
  receivedOfOrder.as('received'),
  returnedOfOrder.as('returned'),
  heldSum.as('held'),
  heldReturnedSum.as('heldReturned'),
  isDisputed.as('isDisputed'),
  isCancelledPaid.as('isCancelledPaid'),
] as const

const paymentStatesQuery = compileQuery((value: ValueSlots<{ orderIds: readonly number[] }>) =>
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
  const rows = await paymentStatesQuery.rows(reader, { orderIds })
  return new Map(rows.map((row) => [row.id, toPaymentState(row)]))
}

type PaymentStateRow = Pick<PaymentStateInput, 'status' | 'total'> &
  Record<'received', string | null> &
  Record<'returned' | 'held' | 'heldReturned', string> &
  Record<'isDisputed' | 'isCancelledPaid', number>

export function toPaymentState({ status, total, ...row }: PaymentStateRow): PaymentState | null {
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
