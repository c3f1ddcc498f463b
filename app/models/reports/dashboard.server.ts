import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { db } from '#app/models/platform/db.server.ts'
import { endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { soldLines } from '#app/models/reports/sold-lines.server.ts'

/** Returns the counts that the page shows beside its links to reports. */
export async function countMonth(month: Period, today: CivilDate) {
  const [expiring, subscriptions, renewals, purchases] = await Promise.all([
    endingSubscriptions.totals({ ...month, today }),
    soldLines.totals({ ...month, kind: 'subscription' }),
    soldLines.totals({ ...month, kind: 'renewal' }),
    soldLines.totals({ ...month, kind: 'purchase' }),
  ])
  return {
    expiring: expiring.count,
    subscriptions: subscriptions.count,
    renewals: renewals.count,
    purchases: purchases.count,
  }
}

/** Returns the totals of paid orders in centavos by order month ('2026-11'). Omits months without paid orders. */
export async function sumPaidByMonth({ start, end }: Period): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .where('status', '=', orderStatus.confirmed)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .select([orderMonth.as('month'), sql<string>`sum(total)`.as('total')])
    .groupBy('month')
    .execute()
  return new Map(rows.map((row) => [row.month, Number(row.total)]))
}

/** Returns the number of renewals by order month ('2026-11'). Omits months without renewals. */
export async function countRenewalsByMonth({ start, end }: Period): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .where('renews_subscription_id', 'is not', null)
    .select((eb) => [orderMonth.as('month'), eb.fn.countAll<number>().as('count')])
    .groupBy('month')
    .execute()
  return new Map(rows.map((row) => [row.month, row.count]))
}

const orderMonth = sql<string>`date_format(orders.date, '%Y-%m')`
