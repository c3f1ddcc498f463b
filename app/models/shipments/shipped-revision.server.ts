import { canChooseRevision, shippedRevision } from '#app/domain/shipments/shipped-revision.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

type Row = {
  version: string
  version_in_force: string
  is_signature: boolean
  sends_in_force: boolean | null
  sent_version: string | null
  packed_version: string | null
}

const copyOf = (row: Row) => ({
  isSignature: row.is_signature,
  versionSold: row.version,
  versionInForce: row.version_in_force,
  sendsInForce: row.sends_in_force === true,
  versionSent: row.sent_version,
  versionPacked: row.packed_version,
})

/** The revision that leaves or left, and the one staff may choose instead (D71). */
export function withRevision<Known extends Row>(
  row: Known,
  { isAwaitingDispatch }: { isAwaitingDispatch: boolean },
) {
  const { version_in_force, is_signature, sends_in_force, sent_version, packed_version, ...line } = row
  const copy = copyOf(row)
  return {
    ...line,
    ...shippedRevision(copy, isAwaitingDispatch),
    newer: canChooseRevision(copy) ? version_in_force : null,
    sendsNewer: copy.sendsInForce,
  }
}

export function shippedLines(reader: DbOrTrx, id: number) {
  return shippedLinesOf(reader, [id])
}

export function shippedLinesOf(reader: DbOrTrx, ids: readonly number[]) {
  return reader
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('shipment_id', 'in', [0, ...ids])
    .select(['order_lines.id', 'order_id', 'order_lines.name', 'order_lines.version'])
    .select([
      'airplane_registration as registration',
      'order_lines.is_signature',
      'sends_in_force',
      'sent_version',
    ])
    .select('packed_version')
    .select('publications.version as version_in_force')
    .orderBy('order_lines.id')
}
