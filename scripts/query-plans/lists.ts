import { userFilter } from '#app/domain/accounts/user-filter.ts'
import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { loadDashboard } from '#app/http/backoffice/dashboard.server.ts'
import { listClientsToChoose } from '#app/models/accounts/client-search.server.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { listPublicationsForStaff } from '#app/models/catalogue/publication-list.server.ts'
import { countOrdersForReview, findNextForReview } from '#app/models/orders/order-review.server.ts'
import { listOrderIds, listStaffOrders, makeTabCount } from '#app/models/orders/staff-order.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { listRemittanceInstructions } from '#app/models/payments/remittance.server.ts'
import { makeRecordCondition, type RecordFilter } from '#app/models/platform/record-list.server.ts'
import type { StampedTable } from '#app/models/platform/updated-at.server.ts'
import { listShipmentRows, listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import {
  listSubscriptionsForStaff,
  listUnitIds,
} from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { listJumpGroups } from '#app/routes/admin/quick-jump.server.ts'
import { defaultOrderViews } from '#app/text/orders/state-labels.ts'
import type { PlannedRead } from './planned-read.ts'
import { reports } from './reports.ts'

const newest = { sort: 'id', direction: 'descending', page: 1, status: undefined, search: '' } as const
const today = toCivilDate(new Date())
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
const apiFilters: [name: string, filter: RecordFilter][] = [
  ['changed since', { changedSince: new Date(Date.now() - 3_600_000) }],
  ['of a client', { profileId: 17 }],
  ['of a month', { from: month.start, until: month.end }],
  ['above a number', { idAbove: 1_000 }],
  ['of an old number', { legacyId: 77 }],
]

/** Opens each list plain, filtered, sorted and searched. Each query must use an index. */
export const lists: PlannedRead[] = [
  { name: 'orders', rowsRead: () => listStaffOrders(newest, 1) },
  ...defaultOrderViews.map(({ query, states }) => ({
    name: `orders, tab ${query}`,
    rowsRead: () => makeTabCount([states], 100)(toCivilDate(new Date())),
  })),
  {
    name: 'orders, pending',
    rowsRead: () => listStaffOrders({ ...newest, status: orderStatus.pendingPayment }, 1),
  },
  { name: 'orders, by total', rowsRead: () => listStaffOrders({ ...newest, sort: 'total' }, 1) },
  {
    name: 'orders, paid, by date',
    rowsRead: () => listStaffOrders({ ...newest, status: orderStatus.confirmed, sort: 'date' }, 1),
  },
  {
    name: 'orders, paid, by total',
    rowsRead: () => listStaffOrders({ ...newest, status: orderStatus.confirmed, sort: 'total' }, 1),
  },
  { name: 'orders, page 100', rowsRead: () => listStaffOrders(newest, 100) },
  { name: 'orders, of a name', rowsRead: () => listStaffOrders({ ...newest, search: 'Ana' }, 1) },
  { name: 'orders, of a registration', rowsRead: () => listStaffOrders({ ...newest, search: 'PT-AAA' }, 1) },
  {
    name: 'orders, of a name, paid',
    rowsRead: () => listStaffOrders({ ...newest, search: 'Bento', status: orderStatus.confirmed }, 1),
  },
  ...searches.flatMap(([name, search]) => [
    { name: `orders, by ${name}`, rowsRead: () => listStaffOrders({ ...newest, search }, 1) },
    {
      name: `orders, by ${name}, pending, by total`,
      rowsRead: () =>
        listStaffOrders({ ...newest, search, status: orderStatus.pendingPayment, sort: 'total' as const }, 1),
    },
    { name: `units, by ${name}`, rowsRead: () => listSubscriptionsForStaff({ ...newest, search, today }) },
    { name: `users, by ${name}`, rowsRead: () => listUsers({ ...newest, search }) },
    {
      name: `users, by ${name}, sorted by name`,
      rowsRead: () => listUsers({ ...newest, search, sort: 'name' as const }),
    },
    { name: `shipments, by ${name}`, rowsRead: () => listShipments({ ...newest, search }) },
    { name: `boletos, by ${name}`, rowsRead: () => listBoletos({ ...newestBoletos, search }, 1) },
    { name: `clients to choose, by ${name}`, rowsRead: () => listClientsToChoose(search) },
    { name: `quick jump, by ${name}`, rowsRead: () => listJumpGroups(search) },
  ]),
  { name: 'photos to check', rowsRead: () => findNextForReview() },
  { name: 'photos to check, count', rowsRead: () => countOrdersForReview() },
  { name: 'units', rowsRead: () => listSubscriptionsForStaff({ ...newest, today }) },
  ...Object.entries(subscriptionStatus).map(([name, status]) => ({
    name: `units, ${name}`,
    rowsRead: () => listSubscriptionsForStaff({ ...newest, status, today }),
  })),
  { name: 'units, by due', rowsRead: () => listSubscriptionsForStaff({ ...newest, sort: 'due', today }) },
  {
    name: 'units, of a name',
    rowsRead: () => listSubscriptionsForStaff({ ...newest, search: 'Ana', today }),
  },
  {
    name: 'units, of a registration',
    rowsRead: () => listSubscriptionsForStaff({ ...newest, search: 'PT-AAA', today }),
  },
  { name: 'users', rowsRead: () => listUsers(newest) },
  { name: 'users, by name', rowsRead: () => listUsers({ ...newest, sort: 'name' }) },
  { name: 'users, partners', rowsRead: () => listUsers({ ...newest, status: userFilter.partner }) },
  { name: 'users, of a name', rowsRead: () => listUsers({ ...newest, search: 'Ana' }) },
  { name: 'shipments', rowsRead: () => listShipments(newest) },
  { name: 'shipments, sent', rowsRead: () => listShipments({ ...newest, status: 2 }) },
  { name: 'shipments, of a name', rowsRead: () => listShipments({ ...newest, search: 'Ana' }) },
  { name: 'waiting to be sent', rowsRead: () => listProposedShipments() },
  { name: 'publications', rowsRead: () => listPublicationsForStaff(newest) },
  { name: 'boletos', rowsRead: () => listBoletos(newestBoletos, 1) },
  ...Object.entries(boletoFilter).map(([name, status]) => ({
    name: `boletos, ${name}`,
    rowsRead: () => listBoletos({ ...newestBoletos, status }, 1),
  })),
  { name: 'boletos, of an issuer', rowsRead: () => listBoletos({ ...newestBoletos, issuer: 'asaas' }, 1) },
  { name: 'boletos, of a name', rowsRead: () => listBoletos({ ...newestBoletos, search: 'Ana' }, 1) },
  {
    name: 'boletos, of a number',
    rowsRead: () => listBoletos({ ...newestBoletos, search: '0000001042' }, 1),
  },
  { name: 'boletos for the next remittance', rowsRead: () => listRemittanceInstructions(today) },
  { name: 'history', rowsRead: () => searchHistory({}) },
  { name: 'history, of an action', rowsRead: () => searchHistory({ action: 'paid' }) },
  ...[byChange, fromCursor].flatMap((query, index) => {
    const description = index === 0 ? 'by change' : 'from a cursor'
    const makeSettledQuery = (table: StampedTable) => ({
      ...query,
      condition: makeRecordCondition(table, { isSettled: true }),
    })
    return [
      { name: `API, orders ${description}`, rowsRead: () => listOrderIds(makeSettledQuery('orders'), 100) },
      {
        name: `API, units ${description}`,
        rowsRead: () => listUnitIds({ ...makeSettledQuery('subscriptions'), today, perPage: 100 }),
      },
      {
        name: `API, shipments ${description}`,
        rowsRead: () => listShipmentRows({ ...makeSettledQuery('shipments'), perPage: 100 }),
      },
      { name: `API, users ${description}`, rowsRead: () => listUsers(makeSettledQuery('profiles'), 100) },
    ]
  }),
  ...apiFilters.flatMap(([name, filter]) => {
    const query = { ...newest, counting: 'exact' } as const
    return [
      {
        name: `API, orders ${name}`,
        rowsRead: () =>
          listOrderIds({ ...query, condition: makeRecordCondition('orders', filter, 'date') }, 100),
      },
      {
        name: `API, units ${name}`,
        rowsRead: () =>
          listUnitIds({ ...query, today, condition: makeRecordCondition('subscriptions', filter) }),
      },
      {
        name: `API, shipments ${name}`,
        rowsRead: () =>
          listShipmentRows({
            ...query,
            condition: makeRecordCondition('shipments', filter, 'creation_date'),
          }),
      },
    ]
  }),
  { name: 'quick jump', rowsRead: () => listJumpGroups('Ana') },
  { name: 'quick jump, number', rowsRead: () => listJumpGroups('1042') },
  { name: 'dashboard', rowsRead: () => loadDashboard(new Date(), { includesCharts: true }) },
  ...reports,
]
