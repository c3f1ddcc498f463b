import { saleKinds } from '#app/domain/checkout/sale-kind.ts'
import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod, lastThirtyDays, type Period } from '#app/domain/platform/period.ts'
import { clients } from '#app/models/reports/clients.server.ts'
import { dayClosing } from '#app/models/reports/day-closing.server.ts'
import { endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { invoiceItems } from '#app/models/reports/invoice-items.server.ts'
import { ordersByRegistration } from '#app/models/reports/orders-by-registration.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { products } from '#app/models/reports/products.server.ts'
import { publicationClients } from '#app/models/reports/publication-clients.server.ts'
import { publicationPrices } from '#app/models/reports/publication-prices.server.ts'
import type { Report } from '#app/models/reports/report.ts'
import { shippedCopies } from '#app/models/reports/shipped-copies.server.ts'
import { soldLines } from '#app/models/reports/sold-lines.server.ts'
import type { PlannedRead } from './planned-read.ts'

const [PER_PAGE, PORTION] = [100, 500]
const today = civilDateIn(new Date())
const recent = lastThirtyDays(today)
const month = getMonthPeriod(today)
const ever: Period = { start: '2000-01-01', end: '2099-12-31' }
const kinds = ['subscription', 'renewal', 'purchase'] as const

export const reports: PlannedRead[] = [
  ...planned('paid orders', paidOrders, { ...recent, by: 'date' }),
  ...planned('paid orders, by payment', paidOrders, { ...recent, by: 'paid_on' }),
  ...fileOfAll('paid orders', paidOrders, { ...ever, by: 'date' }),
  ...planned('invoice items', invoiceItems, { ...recent, by: 'paid_on' }),
  ...fileOfAll('invoice items', invoiceItems, { ...ever, by: 'date' }),
  ...planned('clients', clients, { ...month, name: null }),
  ...planned('clients, of a name', clients, { ...month, name: 'ana' }),
  ...fileOfAll('clients', clients, { ...ever, name: null }),
  ...planned('products', products, { ...month, name: null }),
  ...fileOfAll('products', products, { ...ever, name: null }),
  ...planned('clients of a publication', publicationClients, {
    publicationId: 1,
    today,
    chosen: { except: [] },
  }),
  ...planned('orders of an aircraft', ordersByRegistration, { start: 'PT-AAA', isWhole: true }),
  ...planned('orders by two letters', ordersByRegistration, { start: 'PT-', isWhole: false }),
  ...planned('prices', publicationPrices, { status: undefined }),
  ...planned('expiring', endingSubscriptions, { ...month, today }),
  ...fileOfAll('expiring', endingSubscriptions, { ...ever, today }),
  ...planned('shipments', shippedCopies, { ...recent, profileId: undefined }),
  ...planned('shipments of a client', shippedCopies, { ...recent, profileId: 17 }),
  ...fileOfAll('shipments', shippedCopies, { ...ever, profileId: undefined }),
  ...planned('closing of a day', dayClosing, { start: addDays(today, -1), end: addDays(today, -1), today }),
  ...planned('closing of a month', dayClosing, { ...month, today }),
  ...kinds.flatMap((kind) => planned(`sales ${saleKinds[kind]}`, soldLines, { ...month, kind })),
  ...kinds.flatMap((kind) => fileOfAll(`sales ${saleKinds[kind]}`, soldLines, { ...ever, kind })),
]

function planned<Filter, Row, Totals extends { count: number }>(
  name: string,
  report: Report<Filter, Row, Totals>,
  filter: Filter,
): PlannedRead[] {
  return [
    { name: `report ${name}, page`, read: () => report.rows(filter, { limit: PER_PAGE, offset: 0 }) },
    { name: `report ${name}, sums`, read: () => report.totals(filter) },
    ...fileOfAll(name, report, filter),
  ]
}

/** Reads the second portion, which must find the end of the first. */
function fileOfAll<Filter, Row, Totals extends { count: number }>(
  name: string,
  report: Report<Filter, Row, Totals>,
  filter: Filter,
): PlannedRead[] {
  const read = async () => {
    const [first] = await report.rows(filter, { limit: 1, after: undefined })
    return report.rows(filter, { limit: PORTION, after: first })
  }
  return [{ name: `report ${name}, portion`, read }]
}
