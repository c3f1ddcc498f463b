import { expect, test } from 'vitest'
import { readPortions } from '#app/models/reports/report.ts'
import { type ShippedCopiesFilter, shippedCopies } from '#app/models/reports/shipped-copies.server.ts'
import { makeReportData } from '#tests/factories/report-data.ts'
import { makeReportShipments, type Shipped } from '#tests/factories/report-shipments.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

let reportData: Awaited<ReturnType<typeof makeReportData>>
let shipments: Shipped[]

makeRowsOnce(async () => {
  reportData = await makeReportData()
  shipments = await makeReportShipments(reportData)
})

const getCountedDay = ({ sent, created }: Shipped) => sent ?? created

/** Returns the expected rows from plain lists: one per copy, and one for an empty shipment. */
function listExpected({ start, end, profileId }: ShippedCopiesFilter) {
  return shipments
    .filter(
      (shipment) =>
        !shipment.isCancelled &&
        getCountedDay(shipment) >= start &&
        getCountedDay(shipment) <= end &&
        (profileId === undefined || shipment.client.profileId === profileId),
    )
    .sort((a, b) => getCountedDay(b).localeCompare(getCountedDay(a)) || b.id - a.id)
    .flatMap((shipment) => {
      const copies = shipment.copies.toSorted((a, b) => b.line.id - a.line.id)
      return (copies.length > 0 ? copies : [undefined]).map((copy) => ({
        shipmentId: shipment.id,
        lineId: copy?.line.id ?? null,
        orderId: copy?.order.id ?? null,
        orderDate: copy?.order.date ?? null,
        publicationId: copy?.line.title.id ?? null,
        publication: copy?.line.title.name ?? null,
        version: copy?.line.version ?? null,
        profileId: shipment.client.profileId,
        phone: shipment.client.phone,
        registration: copy?.line.registration ?? null,
        serialNumber: copy?.line.serial ?? null,
        isCompany: shipment.client.isCompany,
        name: shipment.client.name,
        companyName: shipment.client.companyName,
        countedOn: getCountedDay(shipment),
        trackCode: shipment.trackCode,
      }))
    })
}

const allYears = { start: '2019-01-01', end: '2030-12-31' }
const everyClient = { profileId: undefined }

test.each([
  { start: '2026-02-01', end: '2026-02-28' },
  { start: '2026-02-28', end: '2026-03-01' },
  { start: '2026-01-01', end: '2026-01-31' },
  { start: '2026-02-16', end: '2026-02-16' },
  allYears,
])('from $start to $end lists exactly the copies shipped in that period', async (period) => {
  const filter = { ...period, ...everyClient }
  const rows = listExpected(filter)
  expect(await shippedCopies.rows(filter, { limit: 100, offset: 0 })).toEqual(rows)
  expect(await shippedCopies.totals(filter)).toEqual({
    count: rows.length,
    shipments: new Set(rows.map(({ shipmentId }) => shipmentId)).size,
  })
})

test('filters the shipped copies by one client', async () => {
  const filter = { ...allYears, profileId: reportData.clients.asa.profileId }
  const rows = await shippedCopies.rows(filter, { limit: 100, offset: 0 })
  expect(rows).toEqual(listExpected(filter))
  expect(rows.length).toBeGreaterThan(3)
})

test('reading in portions of two rows or in pages neither skips nor repeats a row', async () => {
  const filter = { ...allYears, ...everyClient }
  const portions = []
  for await (const rows of readPortions(shippedCopies, filter, 2)) portions.push(...rows)
  expect(portions).toEqual(listExpected(filter))
  const pages = await Promise.all(
    Array.from({ length: 8 }, (_, page) => shippedCopies.rows(filter, { limit: 2, offset: page * 2 })),
  )
  expect(pages.flat()).toEqual(listExpected(filter).slice(0, 16))
})
