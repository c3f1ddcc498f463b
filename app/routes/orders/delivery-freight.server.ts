import { isSameFreightClass } from '#app/domain/checkout/freight-class.ts'
import { calculateShipmentWeightKg } from '#app/domain/checkout/shipping.ts'
import { quoteFreight } from '#app/http/checkout/freight.server.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import { countAttempt } from '#app/models/accounts/rate-limit.server.ts'
import {
  correctOwnDelivery,
  findOwnDelivery,
  requestOwnDelivery,
} from '#app/models/shipments/own-delivery.server.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatDeliveryWish } from '#app/text/shipments/own-delivery-labels.ts'

type DeliveryWish = { orderId: number; to: Address; seenVersion: number }
type Customer = {
  profileId: number
  actorUserId: number
  displayName: string
  email: string
  /** the client's network address, because messages are limited per address */
  address: string
}

/**
 * Corrects the delivery address. If the freight changes or staff must decide, sends staff a request instead
 * and returns its protocol number.
 */
export async function saveDelivery({ orderId, to, seenVersion }: DeliveryWish, customer: Customer) {
  const { profileId, actorUserId, displayName: name, email } = customer
  const order = await findOwnDelivery({ orderId, profileId })
  if (!order) return 'unknown'
  const actor = { actorUserId, source: 'customer' }
  const wish = { orderId, profileId, to, seenVersion }
  const isFreightSame = order.address !== undefined && (await isSameFreight(order, order.address, to))
  if (order.way === 'at-once' && isFreightSame) return correctOwnDelivery(wish, actor)
  // The request is stored as a contact message, so the limit of contact messages applies.
  const tooManyAttempts = await countAttempt('contact', { address: customer.address, email })
  if (tooManyAttempts) return tooManyAttempts
  const from = order.address ? formatAddress(order.address) : '-'
  const text = formatDeliveryWish({ orderId, from, to: formatAddress(to), isFreightSame })
  return requestOwnDelivery(wish, { text, name, email, userId: actorUserId }, actor)
}

type Order = NonNullable<Awaited<ReturnType<typeof findOwnDelivery>>>

async function isSameFreight(order: Order, oldAddress: Address, newAddress: Address): Promise<boolean> {
  if (oldAddress.zip_code === newAddress.zip_code) return true
  const weightKg = calculateShipmentWeightKg(order.items)
  const oldQuote = await quoteFreight(oldAddress.zip_code, weightKg)
  const newQuote = await quoteFreight(newAddress.zip_code, weightKg)
  return isSameFreightClass(order.shipping_type, { before: oldQuote, after: newQuote })
}

function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`
}
