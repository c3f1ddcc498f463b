import { type RawBuilder, sql } from 'kysely'
import { type GoodsState, goodsStates } from '#app/domain/orders/goods-state.ts'
import { type PaymentState, paymentStates } from '#app/domain/orders/payment-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { isInPaymentState, paymentStateOfOrder } from '#app/models/charges/payment-state.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { hasGoodsState, selectGoodsState } from '#app/models/subscriptions/goods-state.server.ts'

type StateFilter = { payment?: PaymentState | undefined; goods?: GoodsState | undefined }

/**
 * Returns a condition on `profiles` that is true if one order has all wanted states, or undefined if no state
 * is wanted.
 */
export function isClientInStates(
  { payment, goods }: StateFilter,
  today: CivilDate,
): RawBuilder<boolean> | undefined {
  if (!payment && !goods) return undefined
  return sql`exists (select 1 from orders where orders.profile_id = profiles.id
    and ${isInPaymentState(payment)} and ${hasGoodsState('orders', goods, today)})`
}

/** Returns a condition on `subscriptions` that is true if the unit's order has this payment state. */
export function isUnitInPaymentState(payment: PaymentState | undefined): RawBuilder<boolean> | undefined {
  if (!payment) return undefined
  return sql`exists (select 1 from order_lines join orders on orders.id = order_lines.order_id
    where order_lines.id = subscriptions.order_line_id and ${isInPaymentState(payment)})`
}

type StateCount<State> = { state: State; count: number }

/** Returns, by profile, the number of orders in each payment state and of copies in each goods state. */
export async function readClientStates(
  profileIds: readonly number[],
  today: CivilDate,
  reader: DbOrTrx = db,
): Promise<Map<number, { payments: StateCount<PaymentState>[]; goods: StateCount<GoodsState>[] }>> {
  if (profileIds.length === 0) return new Map()
  const [orderCounts, copyCounts] = await Promise.all([
    reader
      .selectFrom('orders')
      .where('orders.profile_id', 'in', profileIds)
      .select(['orders.profile_id as profileId', paymentStateOfOrder.as('state')])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy(['orders.profile_id', 'state'])
      .execute(),
    reader
      .selectFrom('orders')
      .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
      .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
      .where('orders.profile_id', 'in', profileIds)
      .select(['orders.profile_id as profileId', selectGoodsState(today).as('state')])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy(['orders.profile_id', 'state'])
      .execute(),
  ])
  return new Map(
    profileIds.map((profileId) => {
      const payments = listStateCounts(orderCounts, profileId, paymentStates)
      const goods = listStateCounts(copyCounts, profileId, goodsStates)
      return [profileId, { payments, goods }]
    }),
  )
}

function listStateCounts<State extends string>(
  rows: readonly { profileId: number; state: State | null; count: number }[],
  profileId: number,
  states: readonly State[],
): StateCount<State>[] {
  return states.flatMap((state) => {
    const stateRow = rows.find((row) => row.profileId === profileId && row.state === state)
    return stateRow ? [{ state, count: Number(stateRow.count) }] : []
  })
}
