import { beforeEach, expect, test } from 'vitest'
import { clients } from '#app/models/reports/clients.server.ts'
import { dayClosing } from '#app/models/reports/day-closing.server.ts'
import { endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { invoiceItems } from '#app/models/reports/invoice-items.server.ts'
import { ordersByRegistration } from '#app/models/reports/orders-by-registration.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { products } from '#app/models/reports/products.server.ts'
import { publicationClients } from '#app/models/reports/publication-clients.server.ts'
import { publicationPrices } from '#app/models/reports/publication-prices.server.ts'
import { type Report, type ReportCount, readPortions } from '#app/models/reports/report.ts'
import { shippedCopies } from '#app/models/reports/shipped-copies.server.ts'
import { soldLines } from '#app/models/reports/sold-lines.server.ts'
import { makeReportData, reportToday } from '#tests/factories/report-data.ts'
import { makeReportShipments } from '#tests/factories/report-shipments.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

beforeEach(async () => {
  reportData = await makeReportData()
})

const allYears = { start: '2020-01-01', end: '2030-12-31' }

/** Returns the sum of a report's rows, read in portions of two, and the totals of the report. */
async function sumRows<Filter, Row, Totals extends ReportCount>(
  report: Report<Filter, Row, Totals>,
  filter: Filter,
) {
  let sumOfRows = report.emptyTotals
  let previousRow: Row | undefined
  for await (const rows of readPortions(report, filter, 2))
    for (const row of rows) {
      sumOfRows = report.addRow(sumOfRows, row, previousRow)
      previousRow = row
    }
  const totals = await report.totals(filter)
  expect(totals.count).toBeGreaterThan(0)
  return { sumOfRows, totals }
}

test('the rows of every report add up to its totals', async () => {
  await makeReportShipments(reportData)
  const filter = { publicationId: reportData.titles.voo.id, today: reportToday, chosen: { except: [] } }
  const reportSums = [
    await sumRows(paidOrders, { ...allYears, by: 'date' }),
    await sumRows(invoiceItems, { ...allYears, by: 'date' }),
    await sumRows(clients, { ...allYears, name: null }),
    await sumRows(products, { ...allYears, name: null }),
    await sumRows(publicationClients, filter),
    await sumRows(publicationPrices, { status: undefined }),
    await sumRows(ordersByRegistration, { start: 'PT-', isWhole: false }),
    await sumRows(endingSubscriptions, { ...allYears, today: reportToday }),
    await sumRows(soldLines, { ...allYears, kind: 'renewal' }),
    await sumRows(dayClosing, { start: '2026-02-01', end: '2026-02-28', today: reportToday }),
    await sumRows(shippedCopies, { ...allYears, profileId: undefined }),
  ]
  for (const { sumOfRows, totals } of reportSums) expect.soft(sumOfRows).toEqual(totals)
})
