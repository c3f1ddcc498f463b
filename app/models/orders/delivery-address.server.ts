import { sql } from 'kysely'

/**
 * Address row to which the copies of an order go: its shipping address, else its billing one (D103). For queries of
 * `orders`; a shipment has an address of its own (`shipmentAddressId`).
 */
export const orderAddressId = sql<number>`coalesce(orders.shipping_address_id, orders.billing_address_id)`
