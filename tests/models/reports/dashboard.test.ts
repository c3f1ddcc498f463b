import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { getMonthPeriod, listMonthsUpTo } from '#app/domain/platform/period.ts'
import { countMonth, countRenewalsByMonth, sumPaidByMonth } from '#app/models/reports/dashboard.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const listPaidOrders = (month: string) =>
  reportData.orders.filter(({ status, date }) => status === orderStatus.confirmed && date.startsWith(month))
const listPaidLines = (month: string) => listPaidOrders(month).flatMap(({ lines }) => lines)

test.each(['2026-01', '2026-02', '2026-03', '2025-02', '2027-02'])(
  'the four numbers of %s match a count of the generated orders',
  async (month) => {
    const units = new Map(
      reportData.orders.flatMap(({ lines }) => lines.flatMap(({ unit }) => (unit ? [[unit.id, unit]] : []))),
    )
    const ending = [...units.values()].filter(
      ({ due, isSuspended }) => due?.startsWith(month) && !isSuspended,
    )
    expect(await countMonth(getMonthPeriod(`${month}-10`), reportData.today)).toEqual({
      expiring: ending.length,
      subscriptions: listPaidLines(month).filter(({ kind }) => kind === 'first').length,
      renewals: listPaidLines(month).filter(({ kind }) => kind === 'renewal').length,
      purchases: listPaidLines(month).filter(({ kind }) => kind === 'one-off').length,
    })
  },
)

test('revenue and renewals of each month match its paid orders', async () => {
  const months = listMonthsUpTo(reportData.today, 12)
  expect(months[0]).toEqual({ start: '2025-03-01', end: '2025-03-31' })
  const wholePeriod = { start: '2025-02-01', end: '2026-03-31' }
  const sums = await sumPaidByMonth(wholePeriod)
  const renewals = await countRenewalsByMonth(wholePeriod)
  for (const month of [{ start: '2025-02-01', end: '2025-02-28' }, ...months]) {
    const monthName = month.start.slice(0, 7)
    const total = listPaidOrders(monthName).reduce((sum, order) => sum + order.total, 0)
    expect(sums.get(monthName) ?? 0, monthName).toBe(total)
    expect((await paidOrders.totals({ ...month, by: 'date' })).total, monthName).toBe(total)
    expect(renewals.get(monthName) ?? 0, monthName).toBe(
      listPaidLines(monthName).filter(({ kind }) => kind === 'renewal').length,
    )
  }
})
