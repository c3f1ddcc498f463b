import { sql } from 'kysely'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

/** SQL for the address id, over `shipments`. Older shipments have no address and use their first order's. */
export const shipmentAddressId = sql<number | null>`coalesce(shipments.address_id, (
  select coalesce(orders.shipping_address_id, orders.billing_address_id)
  from shipment_orders inner join orders on orders.id = shipment_orders.order_id
  where shipment_orders.shipment_id = shipments.id order by orders.id limit 1))`

type Address = Awaited<ReturnType<typeof listAddresses>>[number]

/** Returns a key by the address's text: orders copy addresses, so equal texts mean one place. */
export function makeAddressKey({ id: _, ...parts }: Address): string {
  return JSON.stringify(Object.values(parts).map((part) => part.trim().toLowerCase()))
}

export function listDistinctAddresses(addresses: readonly Address[]): Address[] {
  const places = new Map<string, Address>()
  for (const address of addresses)
    if (!places.has(makeAddressKey(address))) places.set(makeAddressKey(address), address)
  return [...places.values()]
}

export type AddressFault = 'address-choice' | 'address-changed'

/** The shipment's present address; `isOwn` is true if none of its orders has it. */
export type CurrentAddress = { address: Address; isOwn: boolean }

/** Returns the shipment's address before its contents change; undefined for a new shipment. */
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
  const orderAddresses = await listOrderAddresses(
    trx,
    orders.map((row) => row.order_id),
  )
  return (
    address && {
      address,
      isOwn: !orderAddresses.some((orderAddress) => makeAddressKey(orderAddress) === makeAddressKey(address)),
    }
  )
}

type AddressChoice = { currentAddress: CurrentAddress | undefined; wantedId: number | undefined }

/** Returns the wanted address if an order or the shipment has it, else the address common to all orders. */
export async function chooseAddress(
  trx: Trx,
  orderIds: readonly number[],
  { currentAddress, wantedId }: AddressChoice,
): Promise<number | AddressFault> {
  const orderAddresses = await listOrderAddresses(trx, orderIds)
  const shipmentAddresses = currentAddress?.isOwn ? [currentAddress.address] : []
  const possible = [...orderAddresses, ...shipmentAddresses]
  if (wantedId !== undefined) {
    const [shownAddress] = await listAddresses([wantedId], trx)
    const chosenAddress = possible.find(
      (address) => shownAddress && makeAddressKey(address) === makeAddressKey(shownAddress),
    )
    if (chosenAddress) return chosenAddress.id
    return wantedId === currentAddress?.address.id ? 'address-choice' : 'address-changed'
  }
  const keptAddress = possible.find(
    (address) => currentAddress && makeAddressKey(address) === makeAddressKey(currentAddress.address),
  )
  if (keptAddress) return keptAddress.id
  const [commonAddress, ...others] = listDistinctAddresses(orderAddresses)
  return commonAddress && others.length === 0 ? commonAddress.id : 'address-choice'
}

async function listOrderAddresses(trx: Trx, orderIds: readonly number[]): Promise<Address[]> {
  const orders = await trx
    .selectFrom('orders')
    .select(orderAddressId.as('addressId'))
    .where('id', 'in', [0, ...orderIds])
    .orderBy('id')
    .execute()
  const ids = orders.map(({ addressId }) => addressId)
  const rows = await listAddresses(ids, trx)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
