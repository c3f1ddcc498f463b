import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { shipmentAddressId } from '#app/models/shipments/shipment-address.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

export type ShipmentOnWire = Awaited<ReturnType<typeof readShipments>>[number]

/** Returns shipments for the API in the sequence of `ids`. Skips unknown ids. */
export async function readShipments(ids: readonly number[]) {
  const rows = await listRows(ids)
  const addressIds = rows.flatMap(({ addressId }) => addressId ?? [])
  const [orders, lines, addresses] = await Promise.all([
    listOrders(ids),
    listLines(ids),
    listAddresses(addressIds),
  ])
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowsById.get(id)
    if (!row) return []
    return {
      ...row,
      address: addresses.find((address) => address.id === row.addressId) ?? null,
      orders: orders.filter(({ shipment_id }) => shipment_id === id),
      lines: lines.filter(({ shipment_id }) => shipment_id === id),
    }
  })
}

function listRows(ids: readonly number[]) {
  return db
    .selectFrom('shipments')
    .innerJoin('profiles', 'profiles.id', 'shipments.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('profiles as owner', 'owner.user_id', 'owner_user_id')
    .leftJoin('users as owner_user', 'owner_user.id', 'owner_user_id')
    .where('shipments.id', 'in', nonEmptyIds(ids))
    .select(['shipments.id', 'status', 'type', 'value', 'note', 'track_code', 'direct_shipping'])
    .select(shipmentAddressId.as('addressId'))
    .select(['creation_date', 'send_date', 'complete_date', 'return_date', 'cancelled_at'])
    .select(['shipments.lock_version', 'shipments.updated_at', 'shipments.legacy_id'])
    .select(['owner_user_id', 'owner.name as owner_name', 'owner_user.email as owner_email'])
    .select(['profiles.id as profile_id', 'profiles.name', 'profiles.company_name', 'profiles.is_company'])
    .select(['profiles.phone', 'users.email'])
    .execute()
}

function listOrders(shipmentIds: readonly number[]) {
  return db
    .selectFrom('shipment_orders')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('shipment_id', 'in', nonEmptyIds(shipmentIds))
    .select(['shipment_id', 'orders.id', 'date', 'nfe', 'shipping_type', 'shipping_value'])
    .orderBy('orders.id')
    .execute()
}

function listLines(shipmentIds: readonly number[]) {
  return db
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .where('shipment_id', 'in', nonEmptyIds(shipmentIds))
    .select(['shipment_id', 'order_lines.id', 'order_id', 'name', 'version'])
    .select(['airplane_registration as registration', 'airplane_is_foreign as isForeign'])
    .select('airplane_serial_number as serialNumber')
    .orderBy('order_lines.id')
    .execute()
}
