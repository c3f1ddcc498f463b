import { addDays, civilDateIn } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { lastThirtyDays } from '#app/domain/period.ts'
import { subscriptionStatus } from '#app/domain/subscription.ts'
import { userFilter } from '#app/domain/user-filter.ts'
import { listExpeditions } from '#app/models/expedition-list.server.ts'
import { listWaiting } from '#app/models/expedition-waiting.server.ts'
import { searchHistory } from '#app/models/history-search.server.ts'
import { countForReview, findNextForReview } from '#app/models/order-review.server.ts'
import { listPublicationsForStaff } from '#app/models/publication-list.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import type { Report } from '#app/models/reports/report.ts'
import { listStaffOrders } from '#app/models/staff-order.server.ts'
import { listSubscriptionsForStaff } from '#app/models/staff-subscription-list.server.ts'
import { listUsers } from '#app/models/user-list.server.ts'
import { jumpGroups } from '#app/web/quick-jump.server.ts'

/** A screen of the back-office that reads from growing tables, and how it is read. */
export type PlannedRead = { name: string; read: () => Promise<unknown> }

const newest = { sort: 'id', direction: 'descending', page: 1, status: undefined, search: '' } as const
const today = civilDateIn(new Date())
/** the usual period, with yesterday's last orders in it */
const month = lastThirtyDays(addDays(today, 1))
/** rows of a page of a report, and of a portion of its files */
const [PER_PAGE, PORTION] = [100, 500]

/** Each list as it opens, filtered, sorted and searched: what has to be answered from an index. */
export const lists: PlannedRead[] = [
  { name: 'orders', read: () => listStaffOrders(newest, 1) },
  {
    name: 'orders, pending',
    read: () => listStaffOrders({ ...newest, status: orderStatus.pendingPayment }, 1),
  },
  { name: 'orders, by total', read: () => listStaffOrders({ ...newest, sort: 'total' }, 1) },
  {
    name: 'orders, paid, by date',
    read: () => listStaffOrders({ ...newest, status: orderStatus.confirmed, sort: 'date' }, 1),
  },
  {
    name: 'orders, paid, by total',
    read: () => listStaffOrders({ ...newest, status: orderStatus.confirmed, sort: 'total' }, 1),
  },
  { name: 'orders, page 100', read: () => listStaffOrders(newest, 100) },
  { name: 'orders, of a name', read: () => listStaffOrders({ ...newest, search: 'Ana' }, 1) },
  { name: 'orders, of a mark', read: () => listStaffOrders({ ...newest, search: 'PT-AAA' }, 1) },
  {
    name: 'orders, of a name, paid',
    read: () => listStaffOrders({ ...newest, search: 'Bento', status: orderStatus.confirmed }, 1),
  },
  { name: 'photos to check', read: () => findNextForReview() },
  { name: 'photos to check, count', read: () => countForReview() },
  { name: 'units', read: () => listSubscriptionsForStaff({ ...newest, today }) },
  ...Object.entries(subscriptionStatus).map(([name, status]) => ({
    name: `units, ${name}`,
    read: () => listSubscriptionsForStaff({ ...newest, status, today }),
  })),
  { name: 'units, by due', read: () => listSubscriptionsForStaff({ ...newest, sort: 'due', today }) },
  { name: 'units, of a name', read: () => listSubscriptionsForStaff({ ...newest, search: 'Ana', today }) },
  { name: 'units, of a mark', read: () => listSubscriptionsForStaff({ ...newest, search: 'PT-AAA', today }) },
  { name: 'users', read: () => listUsers(newest) },
  { name: 'users, by name', read: () => listUsers({ ...newest, sort: 'name' }) },
  { name: 'users, partners', read: () => listUsers({ ...newest, status: userFilter.partner }) },
  { name: 'users, of a name', read: () => listUsers({ ...newest, search: 'Ana' }) },
  { name: 'expeditions', read: () => listExpeditions(newest) },
  { name: 'expeditions, sent', read: () => listExpeditions({ ...newest, status: 2 }) },
  { name: 'expeditions, of a name', read: () => listExpeditions({ ...newest, search: 'Ana' }) },
  { name: 'waiting to be sent', read: () => listWaiting() },
  { name: 'publications', read: () => listPublicationsForStaff(newest) },
  { name: 'history', read: () => searchHistory({}) },
  { name: 'history, of an action', read: () => searchHistory({ action: 'paid' }) },
  { name: 'quick jump', read: () => jumpGroups('Ana') },
  { name: 'quick jump, number', read: () => jumpGroups('1042') },
  ...planned('report paid orders', paidOrders, { ...month, by: 'date' }),
  ...planned('report paid orders, by payment', paidOrders, { ...month, by: 'paid_on' }),
]

/** What a report asks of the database: its first page, its sums, and a portion of its files. */
function planned<Filter, Row, Totals extends { count: number }>(
  name: string,
  report: Report<Filter, Row, Totals>,
  filter: Filter,
): PlannedRead[] {
  return [
    { name: `${name}, page`, read: () => report.rows(filter, { limit: PER_PAGE, offset: 0 }) },
    { name: `${name}, sums`, read: () => report.totals(filter) },
    { name: `${name}, portion`, read: () => furtherPortion(report, filter) },
  ]
}

/** The second of them, where the first has to be found again. */
async function furtherPortion<Filter, Row, Totals extends { count: number }>(
  report: Report<Filter, Row, Totals>,
  filter: Filter,
) {
  const [first] = await report.rows(filter, { limit: 1, after: undefined })
  return report.rows(filter, { limit: PORTION, after: first })
}
