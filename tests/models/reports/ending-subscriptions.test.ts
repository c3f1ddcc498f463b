import { expect, test } from 'vitest'
import type { Period } from '#app/domain/platform/period.ts'
import { countEndingByDay, endingSubscriptions } from '#app/models/reports/ending-subscriptions.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

/** Returns the expected rows from plain lists: each subscription once, by the line that created it. */
function listExpected({ start, end }: Period, today: string) {
  return reportData.orders
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .filter(({ line }) => line.kind !== 'renewal')
    .flatMap(({ order, line }) => {
      const { unit } = line
      if (!unit || unit.isSuspended || unit.due === null || unit.due < start || unit.due > end) return []
      return [
        {
          id: unit.id,
          orderId: order.id,
          profileId: order.client.profileId,
          publicationId: line.title.id,
          publication: line.title.name,
          version: line.version,
          due: unit.due,
          withdrawal: null,
          isOverdue: unit.due < today,
          isCompany: order.client.isCompany,
          name: order.client.name,
          companyName: order.client.companyName,
          phone: order.client.phone,
        },
      ]
    })
    .sort((a, b) => a.due.localeCompare(b.due) || a.id - b.id)
}

const allYears = { start: '2019-01-01', end: '2035-12-31' }

test.each([
  { start: '2026-02-01', end: '2026-02-28' },
  { start: '2026-02-28', end: '2026-03-01' },
  { start: '2026-03-01', end: '2026-03-01' },
  { start: '2027-02-01', end: '2027-02-28' },
  { start: '2025-02-01', end: '2025-02-28' },
  allYears,
])('from $start to $end lists each subscription that ends then and is not suspended', async (period) => {
  const filter = { ...period, today: reportData.today }
  const rows = listExpected(period, reportData.today)
  expect(await endingSubscriptions.rows(filter, { limit: 100, offset: 0 })).toEqual(rows)
  expect(await endingSubscriptions.totals(filter)).toEqual({ count: rows.length })
})

test('a subscription is overdue only after its last day, even if it has an unpaid renewal', async () => {
  const filter = { start: '2026-02-01', end: '2026-02-28', today: '2026-02-28' }
  const rows = await endingSubscriptions.rows(filter, { limit: 100, offset: 0 })
  expect(rows.map(({ due, isOverdue }) => [due, isOverdue])).toEqual([
    ['2026-02-10', true],
    ['2026-02-27', true],
    ['2026-02-28', false],
  ])
})

test('reading in portions of two rows or in pages neither skips nor repeats a row', async () => {
  const filter = { ...allYears, today: reportData.today }
  const ids: number[] = []
  for await (const rows of readPortions(endingSubscriptions, filter, 2)) ids.push(...rows.map(({ id }) => id))
  expect(ids).toEqual(listExpected(allYears, reportData.today).map(({ id }) => id))
  const secondPage = await endingSubscriptions.rows(filter, { limit: 2, offset: 2 })
  expect(secondPage.map(({ id }) => id)).toEqual(ids.slice(2, 4))
})

test('the counts by day match the rows of the report', async () => {
  const counts = await countEndingByDay(allYears)
  const days = listExpected(allYears, reportData.today).map(({ due }) => due)
  expect([...counts.keys()].sort()).toEqual([...new Set(days)].sort())
  for (const [day, count] of counts) expect(count).toBe(days.filter((endingDay) => endingDay === day).length)
})
