import { describe, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type PaidOrdersFilter, paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makeReportData, type SoldOrder } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const getDay = (order: SoldOrder, by: PaidOrdersFilter['by']) => (by === 'date' ? order.date : order.paidOn)

/** Returns the expected paid orders from plain lists. */
function listExpected({ start, end, by }: PaidOrdersFilter) {
  const ordersOfPeriod = reportData.orders.filter((order) => {
    const day = getDay(order, by)
    return order.status === orderStatus.confirmed && day !== null && day >= start && day <= end
  })
  return ordersOfPeriod.sort(
    (a, b) => (getDay(b, by) ?? '').localeCompare(getDay(a, by) ?? '') || b.id - a.id,
  )
}

const february = { start: '2026-02-01', end: '2026-02-28' }

describe.each(['date', 'paid_on'] as const)('by %s', (by) => {
  test.each([
    february,
    { start: '2026-01-31', end: '2026-01-31' },
    { start: '2026-02-28', end: '2026-03-02' },
    { start: '2020-01-01', end: '2030-12-31' },
    { start: '2019-01-01', end: '2019-12-31' },
  ])('from $start to $end lists exactly the paid orders, to the centavo', async (period) => {
    const filter = { ...period, by }
    const orders = listExpected(filter)
    const rows = await paidOrders.rows(filter, { limit: 100, offset: 0 })
    expect(rows.map(({ id }) => id)).toEqual(orders.map(({ id }) => id))
    expect(rows.map(({ total }) => total)).toEqual(orders.map(({ total }) => total))
    expect(await paidOrders.totals(filter)).toEqual({
      count: orders.length,
      total: orders.reduce((sum, { total }) => sum + total, 0),
      returned: 0,
    })
  })
})

test('lists each title of an order once, with the company as client', async () => {
  const rows = await paidOrders.rows({ ...february, by: 'date' }, { limit: 100, offset: 0 })
  const order = rows.find(({ nfe }) => nfe === '102')
  expect(order?.publications).toEqual(['Ação nº 5 – São João', 'Placa de identificação'])
  expect(order).toMatchObject({ isCompany: true, companyName: 'Asa Inventada Aviação Agrícola Ltda.' })
})

test.each(['date', 'paid_on'] as const)(
  'reading by %s in portions of two neither skips nor repeats a row',
  async (by) => {
    const filter = { start: '2020-01-01', end: '2030-12-31', by }
    const ids: number[] = []
    for await (const rows of readPortions(paidOrders, filter, 2)) ids.push(...rows.map(({ id }) => id))
    expect(ids).toEqual(listExpected(filter).map(({ id }) => id))
  },
)
