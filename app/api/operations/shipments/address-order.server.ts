import { findDeliveryAddressId } from '#app/models/orders/delivery-address.server.ts'

/** Returns the address id of the named order; undefined without one, 0 for an unknown order. */
export async function findChosenAddress({ address_order }: { address_order?: number | undefined }) {
  return address_order === undefined ? undefined : ((await findDeliveryAddressId(address_order)) ?? 0)
}
