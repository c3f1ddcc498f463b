import { type Expression, sql } from 'kysely'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { canChooseRevision, getShippedRevision } from '#app/domain/shipments/shipped-revision.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

type RevisionColumns = {
  version: string
  version_in_force: string
  is_signature: boolean
  sends_in_force: boolean | null
  sent_version: string | null
  packed_version: string | null
}

const toCopyState = (row: RevisionColumns) => ({
  isSignature: row.is_signature,
  versionSold: row.version,
  versionInForce: row.version_in_force,
  sendsInForce: row.sends_in_force === true,
  versionSent: row.sent_version,
  versionPacked: row.packed_version,
})

/** Returns the line with the revision that is or was sent, and the revision that staff may choose instead. */
export function addRevision<RevisionRow extends RevisionColumns>(
  row: RevisionRow,
  { isAwaitingDispatch }: { isAwaitingDispatch: boolean },
) {
  const { version_in_force, is_signature, sends_in_force, sent_version, packed_version, ...line } = row
  const copy = toCopyState(row)
  return {
    ...line,
    ...getShippedRevision(copy, isAwaitingDispatch),
    selectableRevision: canChooseRevision(copy) ? version_in_force : null,
    sendsNewer: copy.sendsInForce,
  }
}

/** SQL condition on `shipment_lines`: the copy was returned, and another shipment now contains it. */
export const isMovedOn = sql<boolean>`((select shipments.status from shipments
    where shipments.id = shipment_lines.shipment_id) = ${shipmentStatus.returned}
  and exists (select 1 from shipment_lines as elsewhere where elsewhere.order_line_id = shipment_lines.order_line_id
    and elsewhere.holds = 1 and elsewhere.shipment_id != shipment_lines.shipment_id))`

/** Returns the returned copies that another shipment now contains, each with the id of that shipment. */
export function listLinesMovedOn(reader: DbOrTrx, shipmentId: number) {
  return reader
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('shipment_lines as held', (join) =>
      join.onRef('held.order_line_id', '=', 'order_lines.id').on('held.holds', '=', 1),
    )
    .where('shipment_lines.shipment_id', '=', shipmentId)
    .where(isMovedOn)
    .select(['order_lines.id', 'order_lines.name'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select('held.shipment_id as shipmentId')
    .orderBy('order_lines.id')
    .execute()
}

/** Selects the contents of a shipment. Omits returned copies that another shipment now contains. */
export function selectShippedContents(reader: DbOrTrx, shipmentId: number | Expression<number>) {
  return selectPackedLines(reader, [shipmentId])
}

/** Selects the contents of several shipments, in the same way as `selectShippedContents`. */
export function selectPackedLines(reader: DbOrTrx, shipmentIds: readonly (number | Expression<number>)[]) {
  return reader
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('shipment_id', 'in', nonEmptyIds(shipmentIds))
    .where(({ not }) => not(isMovedOn))
    .select(['order_lines.id', 'order_id', 'order_lines.name', 'order_lines.version'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['order_lines.is_signature', 'sends_in_force', 'sent_version', 'packed_version'])
    .select('publications.version as version_in_force')
    .orderBy('order_lines.id')
}
