import { sql } from 'kysely'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

/** SQL for the address id of a row of `shipments`. Old shipments use the address of their first order. */
export const shipmentAddressId = sql<number | null>`coalesce(shipments.address_id, (
  select coalesce(orders.shipping_address_id, orders.billing_address_id)
  from shipment_orders inner join orders on orders.id = shipment_orders.order_id
  where shipment_orders.shipment_id = shipments.id order by orders.id limit 1))`

type Address = Awaited<ReturnType<typeof listAddresses>>[number]

/** Returns a key from the address's text, because orders copy addresses and copies have different ids. */
export function makeAddressKey({ id: _, ...fields }: Address): string {
  const comparableFields = Object.values(fields).map((field) => field.trim().toLowerCase())
  return JSON.stringify(comparableFields)
}

function isSamePlace(address: Address, otherAddress: Address): boolean {
  return makeAddressKey(address) === makeAddressKey(otherAddress)
}

export function listDistinctAddresses(addresses: readonly Address[]): Address[] {
  const addressesByKey = new Map<string, Address>()
  for (const address of addresses) {
    const key = makeAddressKey(address)
    if (!addressesByKey.has(key)) addressesByKey.set(key, address)
  }
  return [...addressesByKey.values()]
}

export type AddressFault = 'address-choice' | 'address-changed'

/** The shipment's present address; `isOwn` is true if no order of the shipment has this address. */
export type CurrentAddress = { address: Address; isOwn: boolean }

/** Returns the shipment's address before its contents change, or undefined for a new shipment. */
export async function findCurrentAddress(trx: Trx, shipmentId: number): Promise<CurrentAddress | undefined> {
  const shipment = await trx
    .selectFrom('shipments')
    .select(shipmentAddressId.as('addressId'))
    .where('id', '=', shipmentId)
    .executeTakeFirst()
  if (!shipment?.addressId) return undefined
  const [address] = await listAddresses([shipment.addressId], trx)
  const orders = await trx
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', shipmentId)
    .execute()
  if (!address) return undefined
  const orderIds = orders.map((row) => row.order_id)
  const orderAddresses = await listOrderAddresses(trx, orderIds)
  const isOwn = !orderAddresses.some((orderAddress) => isSamePlace(orderAddress, address))
  return { address, isOwn }
}

type AddressChoice = { currentAddress: CurrentAddress | undefined; wantedId: number | undefined }

/**
 * Returns the id of the wanted address or, without one, of the shipment's present or the orders' common
 * address. Returns 'address-changed' if the wanted address is no longer possible, and 'address-choice' if
 * staff must choose.
 */
export async function chooseAddress(
  trx: Trx,
  orderIds: readonly number[],
  { currentAddress, wantedId }: AddressChoice,
): Promise<number | AddressFault> {
  const orderAddresses = await listOrderAddresses(trx, orderIds)
  const shipmentAddresses = currentAddress?.isOwn ? [currentAddress.address] : []
  const possibleAddresses = [...orderAddresses, ...shipmentAddresses]
  if (wantedId !== undefined) {
    const [wantedAddress] = await listAddresses([wantedId], trx)
    const chosenAddress = possibleAddresses.find(
      (address) => wantedAddress && isSamePlace(address, wantedAddress),
    )
    if (chosenAddress) return chosenAddress.id
    return wantedId === currentAddress?.address.id ? 'address-choice' : 'address-changed'
  }
  const unchangedAddress = possibleAddresses.find(
    (address) => currentAddress && isSamePlace(address, currentAddress.address),
  )
  if (unchangedAddress) return unchangedAddress.id
  const [commonAddress, ...differentAddresses] = listDistinctAddresses(orderAddresses)
  return commonAddress && differentAddresses.length === 0 ? commonAddress.id : 'address-choice'
}

async function listOrderAddresses(trx: Trx, orderIds: readonly number[]): Promise<Address[]> {
  const orders = await trx
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', 'in', nonEmptyIds(orderIds))
    .orderBy('id')
    .execute()
  const ids = orders.map(({ addressId }) => addressId)
  const rows = await listAddresses(ids, trx)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
