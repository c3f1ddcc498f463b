import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'
import { address } from './people.ts'
import type { makeReportData, SoldClient, SoldLine, SoldOrder } from './report-data.ts'
import { makeStaff } from './shipments.ts'

type ReportData = Awaited<ReturnType<typeof makeReportData>>

export type Shipped = {
  id: number
  client: SoldClient
  created: CivilDate
  sent: CivilDate | null
  isCancelled: boolean
  trackCode: string | null
  /** empty for a shipment without an order */
  copies: { order: SoldOrder; line: SoldLine }[]
}

type ShipmentSpec = {
  client: 'ana' | 'asa' | 'caio'
  created: CivilDate
  sent?: CivilDate
  /** as in `shipmentStatus`: 1 under way, 2 sent, 3 delivered, 4 returned */
  status?: number
  trackCode?: string
  isCancelled?: true
  /** the shipped orders, by the number of their invoice */
  invoiceNumbers?: string[]
}

const shipmentSpecs: ShipmentSpec[] = [
  // Packed in one month and dispatched in the next; dispatched on the first or last day of a month.
  {
    client: 'ana',
    created: '2026-01-30',
    sent: '2026-02-01',
    status: 3,
    trackCode: 'AA1',
    invoiceNumbers: ['101'],
  },
  {
    client: 'asa',
    created: '2026-02-02',
    sent: '2026-02-28',
    status: 2,
    trackCode: 'AA2',
    invoiceNumbers: ['102'],
  },
  { client: 'caio', created: '2026-02-27', sent: '2026-03-01', status: 2, invoiceNumbers: ['104'] },
  // Two orders in one shipment; a returned shipment.
  {
    client: 'asa',
    created: '2026-02-10',
    sent: '2026-02-12',
    status: 4,
    trackCode: 'AA3',
    invoiceNumbers: ['50', '106'],
  },
  // Packed and not dispatched; cancelled; without an order, dispatched and not.
  { client: 'ana', created: '2026-02-15', invoiceNumbers: ['92'] },
  { client: 'caio', created: '2026-02-16', isCancelled: true, invoiceNumbers: ['90'] },
  { client: 'caio', created: '2026-02-01', sent: '2026-02-16', status: 2, trackCode: 'AA4' },
  { client: 'ana', created: '2026-02-28' },
]

/** Creates shipments of the report data's orders, with cases that a report could count wrongly or not at all. */
export async function makeReportShipments(reportData: ReportData): Promise<Shipped[]> {
  const ownerId = await makeStaff()
  const shipments: Shipped[] = []
  for (const spec of shipmentSpecs) shipments.push(await makeShipment(spec, reportData, ownerId))
  return shipments
}

async function makeShipment(spec: ShipmentSpec, reportData: ReportData, ownerId: number): Promise<Shipped> {
  const {
    created,
    sent = null,
    status = 1,
    trackCode = null,
    isCancelled = false,
    invoiceNumbers = [],
  } = spec
  const client = reportData.clients[spec.client]
  const copies = reportData.orders
    .filter(({ nfe }) => nfe !== null && invoiceNumbers.includes(nfe))
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
  const insertedAddress = await db.insertInto('addresses').values(address).executeTakeFirstOrThrow()
  const row = await db
    .insertInto('shipments')
    .values({
      profile_id: client.profileId,
      owner_user_id: ownerId,
      direct_shipping: copies.length === 0,
      address_id: copies.length === 0 ? Number(insertedAddress.insertId) : null,
      type: 'PAC',
      status,
      track_code: trackCode,
      creation_date: created,
      send_date: sent,
      cancelled_at: isCancelled ? new Date() : null,
    })
    .executeTakeFirstOrThrow()
  const id = Number(row.insertId)
  for (const { line } of copies)
    await db
      .insertInto('shipment_lines')
      .values({ shipment_id: id, order_line_id: line.id, holds: null })
      .execute()
  return { id, client, created, sent, isCancelled, trackCode, copies }
}
