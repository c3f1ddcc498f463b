import { normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  type CheckedCodeLine,
  type CodeLine,
  type KnownShipment,
  validateCodes,
} from '#app/domain/shipments/tracking-list.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { nonEmptyIds, nonEmptyTexts } from '#app/models/platform/non-empty.ts'
import { listBoxChanges } from '#app/models/shipments/packed-revision.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'
import { markSent, type ShipmentChange } from '#app/models/shipments/shipment-status.server.ts'

export async function matchTrackingCodes(
  lines: readonly CodeLine[],
  date: CivilDate,
): Promise<CheckedCodeLine[]> {
  const knownShipments = await findKnownShipments(lines)
  return validateCodes(lines, knownShipments, date)
}

/** Marks the shipment of each ready line as sent, in its own transaction. Other lines get the result null. */
export async function sendByTrackingCodes(lines: readonly CodeLine[], date: CivilDate, actor: Actor) {
  const linesWithResults: (CheckedCodeLine & { result: ShipmentChange | null })[] = []
  const checkedLines = await matchTrackingCodes(lines, date)
  for (const line of checkedLines) {
    const { verdict, shipment, bareCode } = line
    const isReady = verdict === 'ready' && shipment !== null
    const result = isReady ? await markSent(shipment.id, { date, trackCode: bareCode }, actor) : null
    linesWithResults.push({ ...line, result })
  }
  return linesWithResults
}

/** Returns the shipments that the lines name and the shipments that already have one of the codes. */
async function findKnownShipments(lines: readonly CodeLine[]): Promise<KnownShipment[]> {
  const orderIds = listNumbers(lines, 'order')
  const shipmentIds = listNumbers(lines, 'shipment')
  const codes = lines.flatMap(({ code }) => normaliseTrackingCode(code) ?? [])
  const [orderShipments, codeShipments] = await Promise.all([
    db
      .selectFrom('shipment_orders')
      .select('shipment_id as id')
      .where('order_id', 'in', nonEmptyIds(orderIds))
      .execute(),
    db.selectFrom('shipments').select('id').where('track_code', 'in', nonEmptyTexts(codes)).execute(),
  ])
  return readKnownShipments([
    ...shipmentIds,
    ...orderShipments.map(({ id }) => id),
    ...codeShipments.map(({ id }) => id),
  ])
}

function listNumbers(lines: readonly CodeLine[], kind: CodeLine['numberKind']): number[] {
  const linesOfKind = lines.filter(({ numberKind }) => numberKind === kind)
  return linesOfKind.flatMap(({ number }) => number ?? [])
}

async function readKnownShipments(ids: readonly number[]): Promise<KnownShipment[]> {
  const shipmentIds = nonEmptyIds(new Set(ids))
  const [rows, shipmentOrders, blockedLines, boxChanges] = await Promise.all([
    db
      .selectFrom('shipments')
      .innerJoin('profiles', 'profiles.id', 'profile_id')
      .where('shipments.id', 'in', shipmentIds)
      .where('cancelled_at', 'is', null)
      .select(['shipments.id', 'status', 'type', 'creation_date', 'track_code'])
      .select(['is_company', 'name', 'company_name'])
      .execute(),
    db.selectFrom('shipment_orders').selectAll().where('shipment_id', 'in', shipmentIds).execute(),
    listBlockedLines(shipmentIds),
    listBoxChanges(shipmentIds),
  ])
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    type: row.type,
    creationDate: row.creation_date,
    trackCode: row.track_code,
    client: (row.is_company && row.company_name) || row.name,
    changes: boxChanges.filter((line) => line.shipmentId === row.id),
    isBlocked: blockedLines.some((line) => line.shipmentId === row.id),
    orderIds: shipmentOrders.flatMap((order) => (order.shipment_id === row.id ? [order.order_id] : [])),
  }))
}
