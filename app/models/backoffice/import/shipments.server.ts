import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import {
  createNumberPicker,
  findByLegacyIds,
  type HighestNumbers,
} from '#app/models/backoffice/import/legacy-ids.server.ts'
import { findClientAddresses } from '#app/models/backoffice/import/people.server.ts'
import { OldNumber, type PlannedRow, planAddress } from '#app/models/backoffice/import/planned-row.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** A shipment of the old system with the numbers of that system. `value` is in centavos. */
export type ImportedShipment = {
  id: number
  client: number
  orders: number[]
  /** the shipped order lines; null if the old system does not list the lines */
  lines: number[] | null
  isDirect: boolean
  address: Address | null
  type: ShipmentType
  /** e-mail of the member of staff who created the shipment */
  owner: string | null
  isCancelled: boolean
  status: number
  trackCode: string | null
  value: number
  note: string | null
  creationDate: CivilDate
  sendDate: CivilDate | null
  completeDate: CivilDate | null
  returnDate: CivilDate | null
}

/** Imports shipments with their listed lines, or with the unshipped printed copies of their orders. */
export async function importShipments(
  trx: Trx,
  records: readonly ImportedShipment[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  const lookups = await loadLookups(trx, records, highestNumbers)
  for (const record of records) {
    const shipmentId = await importShipment(trx, record, lookups)
    const orderIds = record.orders.flatMap((id) => lookups.orderIds.get(id) ?? [])
    if (orderIds.length > 0)
      await trx
        .insertInto('shipment_orders')
        .values(orderIds.map((order_id) => ({ shipment_id: shipmentId, order_id })))
        .execute()
    await insertShipmentLines(trx, shipmentId, record, orderIds, lookups)
    const entry = { entity: 'shipment', entityId: shipmentId, action: 'imported', actorUserId: null } as const
    await recordHistory(trx, { ...entry, source: 'import', details: { legacyId: record.id } })
  }
}

/** Returns the shop's ids and data for the old numbers in the records. */
async function loadLookups(trx: Trx, records: readonly ImportedShipment[], highestNumbers: HighestNumbers) {
  const clients = records.map(({ client }) => client)
  return {
    profileIds: await findByLegacyIds('profiles', clients, trx),
    orderIds: await findByLegacyIds(
      'orders',
      records.flatMap(({ orders }) => orders),
      trx,
    ),
    lineIds: await findByLegacyIds(
      'order_lines',
      records.flatMap(({ lines }) => lines ?? []),
      trx,
    ),
    addressIds: await findClientAddresses(clients, trx),
    pickNumber: await createNumberPicker(
      trx,
      'shipments',
      records.map(({ id }) => id),
      highestNumbers,
    ),
    staff: await mapStaffByEmail(trx),
  }
}

type Lookups = Awaited<ReturnType<typeof loadLookups>>

async function importShipment(trx: Trx, record: ImportedShipment, lookups: Lookups): Promise<number> {
  const [firstStaffId] = lookups.staff.values()
  const ownerId = lookups.staff.get(record.owner ?? '') ?? firstStaffId
  if (ownerId === undefined) throw new RecordRefused('no-staff')
  const idColumn = lookups.pickNumber(record.id)
  const insertion = await trx
    .insertInto('shipments')
    .values({
      ...toShipmentValues(record),
      ...idColumn,
      profile_id: lookups.profileIds.get(record.client) ?? 0,
      owner_user_id: ownerId,
      address_id: record.isDirect ? await findOrInsertAddress(trx, record, lookups) : null,
    })
    .executeTakeFirstOrThrow()
  return idColumn.id ?? Number(insertion.insertId)
}

/** Returns the shipment's own address or else the client's address row, which is shared because rows never change. */
async function findOrInsertAddress(trx: Trx, { address, client }: ImportedShipment, lookups: Lookups) {
  return address ? insertAddress(trx, address) : (lookups.addressIds.get(client) ?? null)
}

type PlanContext = { hasStaff: boolean; hasAddress: boolean }

/** Returns the rows of a shipment for validation before the import. */
export function planShipment(record: ImportedShipment, { hasStaff, hasAddress }: PlanContext): PlannedRow[] {
  const { id, client, orders, address, isDirect } = record
  // Address and owner have no old number. An OldNumber in their columns means only that a row will exist.
  const hasOwnAddress = isDirect && (address !== null || hasAddress)
  const addressId = hasOwnAddress ? new OldNumber(id) : null
  const references = { profile_id: new OldNumber(client), address_id: addressId }
  const owner = { owner_user_id: hasStaff ? new OldNumber(id) : null }
  return [
    { table: 'shipments', values: { ...toShipmentValues(record), ...references, ...owner } },
    ...planAddress(isDirect ? address : null, 'shipping_address.'),
    ...orders.map((order): PlannedRow => {
      const values = { shipment_id: new OldNumber(id), order_id: new OldNumber(order) }
      return { table: 'shipment_orders', values }
    }),
  ]
}

function toShipmentValues(record: ImportedShipment) {
  return {
    legacy_id: record.id,
    direct_shipping: record.isDirect,
    type: record.type,
    status: record.status,
    value: record.value,
    value_is_touched: true,
    track_code: record.trackCode,
    note: record.note,
    creation_date: record.creationDate,
    send_date: record.sendDate,
    complete_date: record.completeDate,
    return_date: record.returnDate,
    times_sent: record.sendDate ? 1 : 0,
    cancelled_at: record.isCancelled ? new Date() : null,
  }
}

async function insertShipmentLines(
  trx: Trx,
  shipmentId: number,
  { lines, status, sendDate, isCancelled }: ImportedShipment,
  orderIds: readonly number[],
  lookups: Lookups,
): Promise<void> {
  const lineIds = lines
    ? lines.flatMap((id) => lookups.lineIds.get(id) ?? [])
    : await listLinesWithoutShipment(trx, orderIds)
  if (lineIds.length === 0) return
  const linesInOpenShipments = await findLinesInOpenShipments(trx, lineIds)
  const isClosed = isCancelled || status === shipmentStatus.returned
  // An order line is held by at most one shipment that was neither returned nor cancelled.
  const getHolds = (id: number) => (isClosed || linesInOpenShipments.has(id) ? null : 1)
  const lineVersions = await listLineVersions(trx, lineIds)
  const rows = lineVersions.map(({ id, version }) => ({
    shipment_id: shipmentId,
    order_line_id: id,
    holds: getHolds(id),
    sent_version: sendDate ? version : null,
  }))
  await trx.insertInto('shipment_lines').values(rows).execute()
}

function listLineVersions(trx: Trx, lineIds: readonly number[]) {
  return trx.selectFrom('order_lines').select(['id', 'version']).where('id', 'in', lineIds).execute()
}

async function findLinesInOpenShipments(trx: Trx, lineIds: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('shipment_lines')
    .select('order_line_id')
    .where('order_line_id', 'in', lineIds)
    .where('holds', '=', 1)
    .execute()
  return new Set(rows.map(({ order_line_id }) => order_line_id))
}

async function listLinesWithoutShipment(trx: Trx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('order_lines')
    .leftJoin('shipment_lines', 'shipment_lines.order_line_id', 'order_lines.id')
    .select('order_lines.id')
    .where('order_lines.order_id', 'in', nonEmptyIds(orderIds))
    .where('is_download', '=', false)
    .where('shipment_lines.shipment_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the user ids of staff by e-mail, superusers first because the first user replaces an unknown owner. */
async function mapStaffByEmail(trx: DbOrTrx): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb.or([eb('is_superuser', '=', true), eb('is_staff', '=', true)]))
    .orderBy('is_superuser', 'desc')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

export async function hasStaff(): Promise<boolean> {
  return (await mapStaffByEmail(db)).size > 0
}
