import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Report, ReportPlace } from '#app/models/reports/report.ts'

/** `profileId` is undefined for all clients. */
export type ShippedCopiesFilter = Period & { profileId: number | undefined }

export type ShippedCopyRow = {
  shipmentId: number
  /** null, as are the order's fields, for a shipment without an order */
  lineId: number | null
  orderId: number | null
  orderDate: CivilDate | null
  publicationId: number | null
  publication: string | null
  version: string | null
  registration: string | null
  serialNumber: string | null
  profileId: number
  isCompany: boolean
  name: string
  companyName: string | null
  phone: string | null
  /** day of dispatch, or day of packing before the dispatch */
  countedOn: CivilDate
  trackCode: string | null
}

/** Lists a row for each copy and for each shipment without an order, by day of dispatch or packing. */
export const shippedCopies: Report<
  ShippedCopiesFilter,
  ShippedCopyRow,
  { count: number; shipments: number }
> = {
  totals(filter, reader = db) {
    return selectCountedShipments(reader, filter)
      .leftJoin('shipment_lines', 'shipment_lines.shipment_id', 'shipments.id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select((eb) => eb.fn.count<number>('shipments.id').distinct().as('shipments'))
      .executeTakeFirstOrThrow()
  },

  emptyTotals: { count: 0, shipments: 0 },
  addRow: ({ count, shipments }, { shipmentId }, previousRow) => ({
    count: count + 1,
    shipments: shipments + Number(shipmentId !== previousRow?.shipmentId),
  }),

  async rows(filter, place, reader = db) {
    const rows = await reader
      .selectFrom(selectPage(reader, filter, place).as('page'))
      .innerJoin('profiles', 'profiles.id', 'page.profile_id')
      .leftJoin('order_lines', 'order_lines.id', 'page.line_id')
      .leftJoin('orders', 'orders.id', 'order_lines.order_id')
      .select(['page.id as shipmentId', 'page.line_id as lineId', 'page.counted_on as countedOn'])
      .select(['orders.id as orderId', 'orders.date as orderDate', 'order_lines.name as publication'])
      .select([
        'publication_id as publicationId',
        'order_lines.version',
        'page.profile_id as profileId',
        'phone',
      ])
      .select(['is_company as isCompany', 'profiles.name', 'company_name as companyName'])
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .select('page.track_code as trackCode')
      .orderBy('countedOn', 'desc')
      .orderBy('shipmentId', 'desc')
      .orderBy('lineId', 'desc')
      .execute()
    return rows.map(({ countedOn, ...row }) => ({ ...row, countedOn: countedOn ?? '' }))
  },
}

/** Selects a page's rows. One more shipment than rows is read because the first may have no further row. */
function selectPage(reader: DbOrTrx, filter: ShippedCopiesFilter, place: ReportPlace<ShippedCopyRow>) {
  const after = 'after' in place ? place.after : undefined
  const offset = 'offset' in place ? place.offset : 0
  return reader
    .selectFrom(selectShipments(reader, filter, after, offset + place.limit + 1).as('some'))
    .leftJoin('shipment_lines', 'shipment_lines.shipment_id', 'some.id')
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('some.id', '!=', after?.shipmentId ?? 0),
          eb('shipment_lines.order_line_id', '<', after?.lineId ?? 0),
        ]),
      ),
    )
    .select(['some.id', 'some.profile_id', 'some.counted_on', 'some.track_code'])
    .select('shipment_lines.order_line_id as line_id')
    .orderBy('some.counted_on', 'desc')
    .orderBy('some.id', 'desc')
    .orderBy('line_id', 'desc')
    .limit(place.limit)
    .offset(offset)
}

/** Returns a page's shipments. Begins with the shipment of the previous row, because it may have more copies. */
function selectShipments(
  reader: DbOrTrx,
  filter: ShippedCopiesFilter,
  after: ShippedCopyRow | undefined,
  count: number,
) {
  return selectCountedShipments(reader, filter)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.and([
          eb('counted_on', '<=', after?.countedOn ?? ''),
          eb.or([
            eb('counted_on', '<', after?.countedOn ?? ''),
            eb('shipments.id', '<=', after?.shipmentId ?? 0),
          ]),
        ]),
      ),
    )
    .select(['shipments.id', 'profile_id', 'counted_on', 'track_code'])
    .orderBy('counted_on', 'desc')
    .orderBy('shipments.id', 'desc')
    .limit(count)
}

function selectCountedShipments(reader: DbOrTrx, { start, end, profileId }: ShippedCopiesFilter) {
  return reader
    .selectFrom('shipments')
    .where('cancelled_at', 'is', null)
    .where('counted_on', '>=', start)
    .where('counted_on', '<=', end)
    .$if(profileId !== undefined, (query) => query.where('profile_id', '=', profileId ?? 0))
}
