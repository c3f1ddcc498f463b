import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  type OrdersByRegistrationFilter,
  ordersByRegistration,
} from '#app/models/reports/orders-by-registration.server.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

/** Returns the expected lines of a registration: newest order first, and its last line first. */
function listExpected({ start, isWhole }: OrdersByRegistrationFilter) {
  return reportData.orders
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .filter(({ line }) => (isWhole ? line.registration === start : line.registration?.startsWith(start)))
    .sort((a, b) => b.order.id - a.order.id || b.line.id - a.line.id)
}

const filters = [
  { start: 'PT-AAA', isWhole: true },
  { start: 'PT-ABC', isWhole: true },
  { start: 'PT-AB', isWhole: false },
  { start: 'PT-', isWhole: false },
  { start: 'N123', isWhole: false },
  { start: 'PR-', isWhole: false },
]

test.each(filters)('lists every line for $start, of orders in all states', async (filter) => {
  const lines = listExpected(filter)
  const rows = await ordersByRegistration.rows(filter, { limit: 100, offset: 0 })
  expect(rows.map(({ lineId, ...row }) => row)).toEqual(
    lines.map(({ order, line }) => ({
      orderId: order.id,
      status: order.status,
      reason: order.reason,
      date: order.date,
      total: order.total,
      profileId: order.client.profileId,
      phone: order.client.phone,
      isCompany: order.client.isCompany,
      name: order.client.name,
      companyName: order.client.companyName,
      publicationId: line.title.id,
      publication: line.title.name,
      version: line.version,
      registration: line.registration,
      serialNumber: line.serial,
      nfe: order.nfe,
      withdrawal: null,
    })),
  )
  expect(rows.map(({ lineId }) => lineId)).toEqual(lines.map(({ line }) => line.id))
  expect(await ordersByRegistration.totals(filter)).toEqual({ count: lines.length })
})

test('the report data covers all order states, a registration in many lines, and a common prefix', () => {
  const statuses = listExpected({ start: 'PT-', isWhole: false }).map(({ order }) => order.status)
  expect(new Set(statuses)).toEqual(new Set(Object.values(orderStatus)))
  expect(listExpected({ start: 'PT-AAA', isWhole: true }).length).toBeGreaterThan(4)
  expect(listExpected({ start: 'PT-ABC', isWhole: false }).length).toBeGreaterThan(
    listExpected({ start: 'PT-ABC', isWhole: true }).length,
  )
})

test.each(filters)('reading $start in portions of two neither skips nor repeats a line', async (filter) => {
  const ids: number[] = []
  for await (const rows of readPortions(ordersByRegistration, filter, 2))
    ids.push(...rows.map(({ lineId }) => lineId))
  expect(ids).toEqual(listExpected(filter).map(({ line }) => line.id))
})

test('the second page continues after the first', async () => {
  const filter = { start: 'PT-', isWhole: false }
  const ids = listExpected(filter).map(({ line }) => line.id)
  const rows = await ordersByRegistration.rows(filter, { limit: 3, offset: 3 })
  expect(rows.map(({ lineId }) => lineId)).toEqual(ids.slice(3, 6))
})
