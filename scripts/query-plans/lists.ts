import { userFilter } from '#app/domain/accounts/user-filter.ts'
import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { loadDashboard } from '#app/http/backoffice/dashboard.server.ts'
import { listClientsToChoose } from '#app/models/accounts/client-search.server.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { countForReview, findNextForReview } from '#app/models/orders/order-review.server.ts'
import { countForTabs, listOrderIds, listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { listForRemittance } from '#app/models/payments/remittance.server.ts'
import { fitsRecord, type RecordFilter } from '#app/models/platform/record-list.server.ts'
import type { Stamped } from '#app/models/platform/updated-at.server.ts'
import { listShipmentRows, listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { listWaiting } from '#app/models/shipments/shipment-waiting.server.ts'
import {
  listSubscriptionsForStaff,
  listUnitIds,
} from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { jumpGroups } from '#app/routes/admin/quick-jump.server.ts'
import { usualOrderViews } from '#app/text/orders/state-labels.ts'
import type { PlannedRead } from './planned-read.ts'
import { reports } from './reports.ts'

const newest = { sort: 'id', direction: 'descending', page: 1, status: undefined, search: '' } as const
const today = civilDateIn(new Date())
const month = getMonthPeriod(today)
const newestBoletos = {
  search: '',
  status: undefined,
  issuer: undefined,
  direction: 'descending',
  today,
} as const
/** Searches in the data of `npm run bulk-data`, with companies like 'Brandão Aviação Agrícola 12 Ltda.'. */
const searches = [
  ['surname', 'Brandão'],
  ['second word of a company', 'agrícola'],
  ['phone', '(14) 99000-0017'],
  ['ending of a phone', '90000017'],
  ['digits of a CPF', '100.000.000-17'],
  ['part of an e-mail', 'liente-17@'],
  ['common and rare word', 'brandão 12'],
  ['two common words', 'ana duarte'],
  ['letter', 'a'],
  ['word nobody has', 'zeppelin'],
] as const
const byChange = { ...newest, sort: 'updated_at', direction: 'ascending', counting: 'exact' } as const
const fromCursor = {
  ...byChange,
  after: 1_000,
  cursorValues: [new Date(Date.now() - 86_400_000)],
  isCursorOnly: true,
  counting: 'none',
} as const
const filters: [name: string, filter: RecordFilter][] = [
  ['changed since', { changedSince: new Date(Date.now() - 3_600_000) }],
  ['of a client', { profileId: 17 }],
  ['of a month', { from: month.start, until: month.end }],
  ['above a number', { idAbove: 1_000 }],
  ['of an old number', { legacyId: 77 }],
]

/** Opens each list plain, filtered, sorted and searched. Each query must use an index. */
export const lists: PlannedRead[] = [
  { name: 'orders', read: () => listStaffOrders(newest, 1) },
  ...usualOrderViews.map(({ query, states }) => ({
    name: `orders, tab ${query}`,
    read: () => countForTabs([states], 100),
  })),
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
  { name: 'orders, of a registration', read: () => listStaffOrders({ ...newest, search: 'PT-AAA' }, 1) },
  {
    name: 'orders, of a name, paid',
    read: () => listStaffOrders({ ...newest, search: 'Bento', status: orderStatus.confirmed }, 1),
  },
  ...searches.flatMap(([name, search]) => [
    { name: `orders, by ${name}`, read: () => listStaffOrders({ ...newest, search }, 1) },
    {
      name: `orders, by ${name}, pending, by total`,
      read: () =>
        listStaffOrders({ ...newest, search, status: orderStatus.pendingPayment, sort: 'total' as const }, 1),
    },
    { name: `units, by ${name}`, read: () => listSubscriptionsForStaff({ ...newest, search, today }) },
    { name: `users, by ${name}`, read: () => listUsers({ ...newest, search }) },
    {
      name: `users, by ${name}, sorted by name`,
      read: () => listUsers({ ...newest, search, sort: 'name' as const }),
    },
    { name: `shipments, by ${name}`, read: () => listShipments({ ...newest, search }) },
    { name: `boletos, by ${name}`, read: () => listBoletos({ ...newestBoletos, search }, 1) },
    { name: `clients to choose, by ${name}`, read: () => listClientsToChoose(search) },
    { name: `quick jump, by ${name}`, read: () => jumpGroups(search) },
  ]),
  { name: 'photos to check', read: () => findNextForReview() },
  { name: 'photos to check, count', read: () => countForReview() },
  { name: 'units', read: () => listSubscriptionsForStaff({ ...newest, today }) },
  ...Object.entries(subscriptionStatus).map(([name, status]) => ({
    name: `units, ${name}`,
    read: () => listSubscriptionsForStaff({ ...newest, status, today }),
  })),
  { name: 'units, by due', read: () => listSubscriptionsForStaff({ ...newest, sort: 'due', today }) },
  { name: 'units, of a name', read: () => listSubscriptionsForStaff({ ...newest, search: 'Ana', today }) },
  {
    name: 'units, of a registration',
    read: () => listSubscriptionsForStaff({ ...newest, search: 'PT-AAA', today }),
  },
  { name: 'users', read: () => listUsers(newest) },
  { name: 'users, by name', read: () => listUsers({ ...newest, sort: 'name' }) },
  { name: 'users, partners', read: () => listUsers({ ...newest, status: userFilter.partner }) },
  { name: 'users, of a name', read: () => listUsers({ ...newest, search: 'Ana' }) },
  { name: 'shipments', read: () => listShipments(newest) },
  { name: 'shipments, sent', read: () => listShipments({ ...newest, status: 2 }) },
  { name: 'shipments, of a name', read: () => listShipments({ ...newest, search: 'Ana' }) },
  { name: 'waiting to be sent', read: () => listWaiting() },
  { name: 'publications', read: () => listPublicationsForStaff(newest) },
  { name: 'boletos', read: () => listBoletos(newestBoletos, 1) },
  ...Object.entries(boletoFilter).map(([name, status]) => ({
    name: `boletos, ${name}`,
    read: () => listBoletos({ ...newestBoletos, status }, 1),
  })),
  { name: 'boletos, of an issuer', read: () => listBoletos({ ...newestBoletos, issuer: 'asaas' }, 1) },
  { name: 'boletos, of a name', read: () => listBoletos({ ...newestBoletos, search: 'Ana' }, 1) },
  { name: 'boletos, of a number', read: () => listBoletos({ ...newestBoletos, search: '0000001042' }, 1) },
  { name: 'boletos for the next remittance', read: () => listForRemittance(today) },
  { name: 'history', read: () => searchHistory({}) },
  { name: 'history, of an action', read: () => searchHistory({ action: 'paid' }) },
  ...[byChange, fromCursor].flatMap((query, index) => {
    const how = index === 0 ? 'by change' : 'from a cursor'
    const makeSettledQuery = (table: Stamped) => ({
      ...query,
      isWanted: fitsRecord(table, { isSettled: true }),
    })
    return [
      { name: `API, orders ${how}`, read: () => listOrderIds(makeSettledQuery('orders'), 100) },
      {
        name: `API, units ${how}`,
        read: () => listUnitIds({ ...makeSettledQuery('subscriptions'), today, perPage: 100 }),
      },
      {
        name: `API, shipments ${how}`,
        read: () => listShipmentRows({ ...makeSettledQuery('shipments'), perPage: 100 }),
      },
      { name: `API, users ${how}`, read: () => listUsers(makeSettledQuery('profiles'), 100) },
    ]
  }),
  ...filters.flatMap(([name, filter]) => {
    const query = { ...newest, counting: 'exact' } as const
    return [
      {
        name: `API, orders ${name}`,
        read: () => listOrderIds({ ...query, isWanted: fitsRecord('orders', filter, 'date') }, 100),
      },
      {
        name: `API, units ${name}`,
        read: () => listUnitIds({ ...query, today, isWanted: fitsRecord('subscriptions', filter) }),
      },
      {
        name: `API, shipments ${name}`,
        read: () =>
          listShipmentRows({ ...query, isWanted: fitsRecord('shipments', filter, 'creation_date') }),
      },
    ]
  }),
  { name: 'quick jump', read: () => jumpGroups('Ana') },
  { name: 'quick jump, number', read: () => jumpGroups('1042') },
  { name: 'dashboard', read: () => loadDashboard(new Date(), { withCharts: true }) },
  ...reports,
]
