import { describe, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  type InvoiceItemRow,
  type InvoiceItemsFilter,
  invoiceItems,
} from '#app/models/reports/invoice-items.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const allYears = { start: '2020-01-01', end: '2030-12-31' }

/** Returns the expected lines of paid orders: day, order and item. */
function listExpected({ start, end, by }: InvoiceItemsFilter) {
  const getDay = (order: (typeof reportData.orders)[number]) =>
    (by === 'date' ? order.date : order.paidOn) ?? ''
  return reportData.orders
    .filter(
      (order) => order.status === orderStatus.confirmed && getDay(order) >= start && getDay(order) <= end,
    )
    .sort((a, b) => getDay(a).localeCompare(getDay(b)) || a.id - b.id)
    .flatMap(({ id, lines }) => lines.map(({ id: lineId, value }) => ({ orderId: id, lineId, value })))
}

type SoldLine = Pick<InvoiceItemRow, 'orderId' | 'lineId' | 'value'>
const pickSoldLine = ({ orderId, lineId, value }: SoldLine) => ({ orderId, lineId, value })

describe.each(['date', 'paid_on'] as const)('by %s', (by) => {
  test.each([
    allYears,
    { start: '2026-02-01', end: '2026-02-28' },
    { start: '2019-01-01', end: '2019-12-31' },
  ])('from $start to $end lists each line of paid orders once, oldest first', async (period) => {
    const filter = { ...period, by }
    const lines = listExpected(filter)
    const rows = await invoiceItems.rows(filter, { limit: 100, offset: 0 })
    expect(rows.map(pickSoldLine)).toEqual(lines)
    const value = lines.reduce((sum, line) => sum + line.value, 0)
    expect(await invoiceItems.totals(filter)).toEqual({ count: lines.length, value })
  })

  test('reading in portions or pages of two neither skips nor repeats a line', async () => {
    const filter = { ...allYears, by }
    const portions: SoldLine[] = []
    for await (const rows of readPortions(invoiceItems, filter, 2)) portions.push(...rows.map(pickSoldLine))
    const lines = listExpected(filter)
    expect(portions).toEqual(lines)
    const pages: SoldLine[] = []
    for (let offset = 0; offset < lines.length; offset += 2)
      pages.push(...(await invoiceItems.rows(filter, { limit: 2, offset })).map(pickSoldLine))
    expect(pages).toEqual(lines)
  })
})
