import { civilDateIn } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { monthOf, type Period } from '#app/domain/period.ts'
import { type SaleKind, saleKinds } from '#app/domain/sale-kind.ts'
import { subscriptionStatus } from '#app/domain/subscription.ts'
import { userFilter } from '#app/domain/user-filter.ts'
import { listExpeditions } from '#app/models/expedition-list.server.ts'
import { listWaiting } from '#app/models/expedition-waiting.server.ts'
import { searchHistory } from '#app/models/history-search.server.ts'
import { countForReview, findNextForReview } from '#app/models/order-review.server.ts'
import { listPublicationsForStaff } from '#app/models/publication-list.server.ts'
import { clients } from '#app/models/reports/clients.server.ts'
import { endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { ordersByPrefix } from '#app/models/reports/orders-by-prefix.server.ts'
import { products } from '#app/models/reports/products.server.ts'
import { publicationClients } from '#app/models/reports/publication-clients.server.ts'
import { publicationPrices } from '#app/models/reports/publication-prices.server.ts'
import type { Report } from '#app/models/reports/report.ts'
import { shippedCopies } from '#app/models/reports/shipped-copies.server.ts'
import { soldLines } from '#app/models/reports/sold-lines.server.ts'
import { listStaffOrders } from '#app/models/staff-order.server.ts'
import { listSubscriptionsForStaff } from '#app/models/staff-subscription-list.server.ts'
import { listUsers } from '#app/models/user-list.server.ts'
import { loadDashboard } from '#app/web/dashboard.server.ts'
import { jumpGroups } from '#app/web/quick-jump.server.ts'

/** A screen of the back-office that reads from growing tables, and how it is read. */
export type PlannedRead = { name: string; read: () => Promise<unknown> }

const newest = { sort: 'id', direction: 'descending', page: 1, status: undefined, search: '' } as const
const today = civilDateIn(new Date())
const month = monthOf(today)
const ever = { start: '2000-01-01', end: '2099-12-31' }
const kinds: readonly SaleKind[] = ['subscription', 'renewal', 'purchase']

/** A report as it opens, and one portion from the middle of its longest file. */
function reportReads<Filter extends Period, Row>(
  name: string,
  report: Report<Filter, Row, { count: number }>,
  filter: Filter,
): PlannedRead[] {
  const everything = { ...filter, ...ever }
  return [
    { name: `${name}, sums`, read: () => report.totals(filter) },
    { name: `${name}, page`, read: () => report.rows(filter, { limit: 100, offset: 0 }) },
    { name: `${name}, sums of all years`, read: () => report.totals(everything) },
    {
      name: `${name}, portion of all years`,
      read: async () => {
        const [after] = await report.rows(everything, { limit: 1, offset: 2_000 })
        await report.rows(everything, { limit: 500, after })
      },
    },
  ]
}

const thisMonth = monthOf(today)

/** The first page of a report and its sums. */
function bothOf<Filter, Row, Totals extends { count: number }>(
  report: Report<Filter, Row, Totals>,
  filter: Filter,
  limit: number,
) {
  return Promise.all([report.totals(filter), report.rows(filter, { limit, offset: 0 })])
}

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
  {
    name: 'report of orders by prefix, one aircraft',
    read: () => ordersByPrefix.rows({ start: 'PT-AAA', isWhole: true }, { limit: 100, offset: 0 }),
  },
  {
    name: 'report of orders by prefix, three letters',
    read: () => ordersByPrefix.rows({ start: 'PT-A', isWhole: false }, { limit: 100, offset: 0 }),
  },
  {
    name: 'report of orders by prefix, two letters',
    read: () => ordersByPrefix.rows({ start: 'PT-', isWhole: false }, { limit: 100, offset: 0 }),
  },
  {
    name: 'report of orders by prefix, number',
    read: () => ordersByPrefix.totals({ start: 'PT-', isWhole: false }),
  },
  {
    name: 'report of orders by prefix, going on in a file',
    read: async () => {
      const filter = { start: 'PT-', isWhole: false }
      const after = (await ordersByPrefix.rows(filter, { limit: 1, offset: 1_000 }))[0]
      await ordersByPrefix.rows(filter, { limit: 500, after })
    },
  },
  {
    name: 'report of prices',
    read: () => publicationPrices.rows({ status: undefined }, { limit: 100, offset: 0 }),
  },
  { name: 'history', read: () => searchHistory({}) },
  { name: 'history, of an action', read: () => searchHistory({ action: 'paid' }) },
  { name: 'quick jump', read: () => jumpGroups('Ana') },
  { name: 'quick jump, number', read: () => jumpGroups('1042') },
  { name: 'report of clients', read: () => bothOf(clients, { ...thisMonth, name: null }, 20) },
  { name: 'report of clients, of a name', read: () => bothOf(clients, { ...thisMonth, name: 'ana' }, 20) },
  { name: 'report of products', read: () => bothOf(products, { ...thisMonth, name: null }, 100) },
  { name: 'report of products, of a name', read: () => bothOf(products, { ...thisMonth, name: 'voo' }, 100) },
  {
    name: 'report of the clients of a publication',
    read: () => bothOf(publicationClients, { publicationId: 1, today, chosen: { except: [] } }, 100),
  },
  ...kinds.flatMap((kind) => reportReads(`report ${saleKinds[kind]} ${kind}`, soldLines, { ...month, kind })),
  { name: 'dashboard', read: () => loadDashboard(new Date(), { withCharts: true }) },
  ...reportReads('report expiring', endingSubscriptions, { ...month, today }),
  ...reportReads('report expeditions', shippedCopies, { ...month, profileId: undefined }),
  ...reportReads('report expeditions of a client', shippedCopies, { ...month, profileId: 17 }),
]
