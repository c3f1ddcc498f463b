import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** SQL for the address to which the copies of a row of `orders` go. Shipments use `shipmentAddressId`. */
export const orderAddressId = sql<number>`coalesce(orders.shipping_address_id, orders.billing_address_id)`

export async function findDeliveryAddressId(orderId: number): Promise<number | null | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order?.addressId
}
