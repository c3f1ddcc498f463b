import { describe, expect, test } from 'vitest'
import type { SaleKind } from '#app/domain/checkout/sale-kind.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { readPortions } from '#app/models/reports/report.ts'
import { type SoldLinesFilter, soldLines } from '#app/models/reports/sold-lines.server.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>

makeRowsOnce(async () => {
  reportData = await makeReportData()
})

const kinds = ['subscription', 'renewal', 'purchase'] as const
const kindNames: Record<SaleKind, string> = { subscription: 'first', renewal: 'renewal', purchase: 'one-off' }
const allYears = { start: '2019-01-01', end: '2030-12-31' }

/** Returns the expected lines from plain lists. */
function listExpected({ start, end, kind }: SoldLinesFilter) {
  return reportData.orders
    .filter(({ status, date }) => status === orderStatus.confirmed && date >= start && date <= end)
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .filter(({ line }) => line.kind === kindNames[kind])
    .sort(
      (a, b) => b.order.date.localeCompare(a.order.date) || b.order.id - a.order.id || b.line.id - a.line.id,
    )
    .map(({ order, line }) => ({
      id: line.id,
      orderId: order.id,
      date: order.date,
      profileId: order.client.profileId,
      isCompany: order.client.isCompany,
      name: order.client.name,
      companyName: order.client.companyName,
      phone: order.client.phone,
      publicationId: line.title.id,
      publication: line.title.name,
      version: line.version,
      registration: line.registration,
      serialNumber: line.serial,
      due: line.unit?.due ?? null,
      withdrawal: null,
    }))
}

describe.each(kinds)('%s', (kind) => {
  test.each([
    { start: '2026-02-01', end: '2026-02-28' },
    { start: '2026-01-31', end: '2026-01-31' },
    { start: '2026-02-28', end: '2026-03-01' },
    { start: '2018-01-01', end: '2018-12-31' },
    allYears,
  ])('from $start to $end lists exactly the lines of this kind in paid orders', async (period) => {
    const filter = { ...period, kind }
    const rows = listExpected(filter)
    expect(await soldLines.rows(filter, { limit: 100, offset: 0 })).toEqual(rows)
    expect(await soldLines.totals(filter)).toEqual({ count: rows.length })
  })

  test('reading in portions of two rows or in pages neither skips nor repeats a row', async () => {
    const filter = { ...allYears, kind }
    const portions = []
    for await (const rows of readPortions(soldLines, filter, 2)) portions.push(...rows)
    expect(portions).toEqual(listExpected(filter))
    const pages = await Promise.all(
      Array.from({ length: 6 }, (_, page) => soldLines.rows(filter, { limit: 3, offset: page * 3 })),
    )
    expect(pages.flat()).toEqual(listExpected(filter).slice(0, 18))
  })
})

test('every paid line belongs to exactly one kind, and no unpaid line to any', async () => {
  const linesByKind = await Promise.all(
    kinds.map((kind) => soldLines.rows({ ...allYears, kind }, { limit: 100, offset: 0 })),
  )
  const ids = linesByKind.flat().map(({ id }) => id)
  const paidLines = reportData.orders
    .filter(({ status }) => status === orderStatus.confirmed)
    .flatMap(({ lines }) => lines)
  expect(ids.toSorted((a, b) => a - b)).toEqual(paidLines.map(({ id }) => id).toSorted((a, b) => a - b))
})
