import { expect, test } from 'vitest'
import { getMonthPeriod, listMonthsUpTo } from '#app/domain/platform/period.ts'
import { countMonth, countRenewalsByMonth, sumPaidByMonth } from '#app/models/reports/dashboard.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const listPaidIn = (month: string) =>
  reportData.orders.filter(({ status, date }) => status === 2 && date.startsWith(month))
const listLinesIn = (month: string) => listPaidIn(month).flatMap(({ lines }) => lines)

test.each(['2026-01', '2026-02', '2026-03', '2025-02', '2027-02'])(
  'the four numbers of %s match a manual count',
  async (month) => {
    const units = new Map(
      reportData.orders.flatMap(({ lines }) => lines.flatMap(({ unit }) => (unit ? [[unit.id, unit]] : []))),
    )
    const ending = [...units.values()].filter(
      ({ due, isSuspended }) => due?.startsWith(month) && !isSuspended,
    )
    expect(await countMonth(getMonthPeriod(`${month}-10`), reportData.today)).toEqual({
      expiring: ending.length,
      subscriptions: listLinesIn(month).filter(({ kind }) => kind === 'first').length,
      renewals: listLinesIn(month).filter(({ kind }) => kind === 'renewal').length,
      purchases: listLinesIn(month).filter(({ kind }) => kind === 'one-off').length,
    })
  },
)

test('the monthly revenue equals the paid orders of the month', async () => {
  const months = listMonthsUpTo(reportData.today, 12)
  expect(months[0]).toEqual({ start: '2025-03-01', end: '2025-03-31' })
  const whole = { start: '2025-02-01', end: '2026-03-31' }
  const sums = await sumPaidByMonth(whole)
  const renewals = await countRenewalsByMonth(whole)
  for (const month of [{ start: '2025-02-01', end: '2025-02-28' }, ...months]) {
    const name = month.start.slice(0, 7)
    const total = listPaidIn(name).reduce((sum, order) => sum + order.total, 0)
    expect(sums.get(name) ?? 0, name).toBe(total)
    expect((await paidOrders.totals({ ...month, by: 'date' })).total, name).toBe(total)
    expect(renewals.get(name) ?? 0, name).toBe(
      listLinesIn(name).filter(({ kind }) => kind === 'renewal').length,
    )
  }
})
