import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Address row of the order a call names for shipments of several addresses; undefined without one, 0 for an unknown order. */
export async function findChosenAddress({ address_order }: { address_order?: number | undefined }) {
  if (address_order === undefined) return undefined
  const order = await db
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', '=', address_order)
    .executeTakeFirst()
  return order?.addressId ?? 0
}
