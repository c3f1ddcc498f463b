import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/**
 * Address row to which the copies of an order go: its shipping address, else its billing one (D103). For queries of
 * `orders`; a shipment has an address of its own (`shipmentAddressId`).
 */
export const orderAddressId = sql<number>`coalesce(orders.shipping_address_id, orders.billing_address_id)`

export async function findDeliveryAddressId(orderId: number): Promise<number | null | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order?.addressId
}
