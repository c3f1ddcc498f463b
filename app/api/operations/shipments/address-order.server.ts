import { findDeliveryAddressId } from '#app/models/orders/delivery-address.server.ts'

/**
 * Returns the id of the delivery address of `address_order`; undefined without an order, 0 if it is unknown.
 */
export async function findChosenAddress({ address_order }: { address_order?: number | undefined }) {
  return address_order === undefined ? undefined : ((await findDeliveryAddressId(address_order)) ?? 0)
}
