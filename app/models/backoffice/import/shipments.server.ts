import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import { findByLegacyIds, idFor, keptIds } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { RecordRefused } from '#app/models/backoffice/import/refusal.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

/** Numbers of the old system; `value` in centavos. */
export type ImportedShipment = {
  id: number
  client: number
  orders: number[]
  /** the order lines it held; null where the old system does not onProgress */
  lines: number[] | null
  isDirect: boolean
  address: Address | null
  type: ShipmentType
  /** e-mail of the member of staff */
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

/** With what they held: the named lines, else those printed copies of their orders that no shipment held before. */
export async function importShipments(trx: Trx, records: readonly ImportedShipment[]): Promise<void> {
  const facts = await factsOf(trx, records)
  for (const record of records) {
    const shipmentId = await importShipment(trx, record, facts)
    const orderIds = record.orders.flatMap((id) => facts.orderIds.get(id) ?? [])
    if (orderIds.length > 0)
      await trx
        .insertInto('shipment_orders')
        .values(orderIds.map((order_id) => ({ shipment_id: shipmentId, order_id })))
        .execute()
    await holdLines(trx, shipmentId, record, orderIds, facts)
    const entry = { entity: 'shipment', entityId: shipmentId, action: 'imported', actorUserId: null } as const
    await recordHistory(trx, { ...entry, source: 'import', details: { legacyId: record.id } })
  }
}

async function factsOf(trx: Trx, records: readonly ImportedShipment[]) {
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
    kept: await keptIds(
      trx,
      'shipments',
      records.map(({ id }) => id),
    ),
    staff: await staffByEmail(trx),
  }
}

type Facts = Awaited<ReturnType<typeof factsOf>>

async function importShipment(trx: Trx, record: ImportedShipment, facts: Facts): Promise<number> {
  const [fallback] = facts.staff.values()
  const owner = facts.staff.get(record.owner ?? '') ?? fallback
  if (owner === undefined) throw new RecordRefused('no-staff')
  const made = await trx
    .insertInto('shipments')
    .values({
      ...idFor(facts.kept, record.id),
      legacy_id: record.id,
      profile_id: facts.profileIds.get(record.client) ?? 0,
      owner_user_id: owner,
      direct_shipping: record.isDirect,
      address_id: record.isDirect && record.address ? await insertAddress(trx, record.address) : null,
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
    })
    .executeTakeFirstOrThrow()
  return facts.kept.get(record.id) ?? Number(made.insertId)
}

async function holdLines(
  trx: Trx,
  shipmentId: number,
  { lines, status, sendDate, isCancelled }: ImportedShipment,
  orderIds: readonly number[],
  facts: Facts,
): Promise<void> {
  const ids = lines ? lines.flatMap((id) => facts.lineIds.get(id) ?? []) : await unheldLines(trx, orderIds)
  if (ids.length === 0) return
  const held = await heldLines(trx, ids)
  const isOver = isCancelled || status === shipmentStatus.returned
  // A line is held by one shipment at a time; what came back holds nothing any more.
  const holdsOf = (id: number) => (isOver || held.has(id) ? null : 1)
  await trx
    .insertInto('shipment_lines')
    .values(
      (await versionsOf(trx, ids)).map(({ id, version }) => ({
        shipment_id: shipmentId,
        order_line_id: id,
        holds: holdsOf(id),
        sent_version: sendDate ? version : null,
      })),
    )
    .execute()
}

function versionsOf(trx: Trx, ids: readonly number[]) {
  return trx.selectFrom('order_lines').select(['id', 'version']).where('id', 'in', ids).execute()
}

async function heldLines(trx: Trx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('shipment_lines')
    .select('order_line_id')
    .where('order_line_id', 'in', ids)
    .where('holds', '=', 1)
    .execute()
  return new Set(rows.map(({ order_line_id }) => order_line_id))
}

async function unheldLines(trx: Trx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('order_lines')
    .leftJoin('shipment_lines', 'shipment_lines.order_line_id', 'order_lines.id')
    .select('order_lines.id')
    .where('order_lines.order_id', 'in', [0, ...orderIds])
    .where('is_download', '=', false)
    .where('shipment_lines.shipment_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Superusers first: the first is named where the old system named nobody we know. */
async function staffByEmail(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where((eb) => eb.or([eb('is_superuser', '=', true), eb('is_staff', '=', true)]))
    .orderBy('is_superuser', 'desc')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}
