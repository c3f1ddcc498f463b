import { type Call, requireApiViewer } from '#app/api/operation.server.ts'
import {
  getLineKey,
  type LineBody,
  normalisePurchaseOrder,
  type OrderBody,
} from '#app/api/operations/orders/order-body.ts'
import { toOrderError } from '#app/api/operations/orders/order-refusal.ts'
import { parseLineUnits } from '#app/api/operations/orders/order-units.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { needsShipping, shippingTypes } from '#app/domain/checkout/shipping.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { limitOrder } from '#app/http/checkout/checkout-limits.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { listNamedItems } from '#app/models/checkout/cart-items.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, type OrderRequest, placeOrder } from '#app/models/orders/order-placement.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'

/** Places an order of the calling customer with the addresses of the profile. */
export async function orderForCaller(body: OrderBody, call: Call): Promise<{ id: number }> {
  const viewer = requireApiViewer(call)
  const token = call.idempotencyKey ?? makeCheckoutToken()
  const request = await makeOrderRequest(body, { ...viewer, token })
  const limit = await limitOrder(call.args.context, viewer, token)
  if (limit) throw new ApiError(429, limit)
  try {
    const { orderId } = await placeOrder(request)
    return { id: orderId }
  } catch (error) {
    throw error instanceof OrderRefused ? toOrderError(error.reason, body.publications) : error
  }
}

export function makeIncompleteProfileError(): ApiError {
  return makeFieldError(
    'profile',
    'Complete o telefone e o endereço de cobrança do cadastro',
    'profile_incomplete',
  )
}

type Buyer = { userId: number; profileId: number; token: string }

async function makeOrderRequest(body: OrderBody, { userId, profileId, token }: Buyer): Promise<OrderRequest> {
  const lines = body.publications
  const today = toCivilDate(new Date())
  const quantities = countQuantities(lines)
  const [profile, items, rules] = await Promise.all([
    findCheckoutProfile(profileId),
    listNamedItems(quantities, { profileId, today }),
    getShopRules(),
  ])
  const { billing, shipping, phone } = profile
  if (!billing || !phone) throw makeIncompleteProfileError()
  const units = parseLineUnits(lines, items)
  const service = parseShippingService(body)
  return {
    cartId: null,
    checkoutToken: token,
    buyer: { userId, profileId, phone },
    purchaseOrder: normalisePurchaseOrder(body),
    billing,
    shipping: needsShipping(items) ? (shipping ?? null) : null,
    shippingService: service === shippingTypes.download ? null : service,
    units,
    termsVersion,
    confirmedRepeatId: body.repeats ?? null,
    shownCart: { prices: collectPrices(lines), quantities, shippingValue: body.shipping_value ?? null },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    handlingDays: rules.handlingDays,
    today,
  }
}

function countQuantities(lines: readonly LineBody[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const line of lines) {
    const key = getLineKey(line)
    quantities.set(key, (quantities.get(key) ?? 0) + 1)
  }
  return quantities
}

/**
 * Stands for the price if lines of one publication have different prices. It equals no price, so the order
 * fails.
 */
const contradictoryPrice = -1

/** Returns the price that the customer saw for each publication. */
function collectPrices(lines: readonly LineBody[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const line of lines) {
    const key = getLineKey(line)
    const isSamePrice = (prices.get(key) ?? line.value) === line.value
    prices.set(key, isSamePrice ? line.value : contradictoryPrice)
  }
  return prices
}

/**
 * Returns the shipping type with this name, in upper or lower case (D12); null for an empty text. Returns an
 * unknown name unchanged, which the order then rejects.
 */
export function parseShippingService({
  shipping_type: text,
}: Pick<OrderBody, 'shipping_type'>): string | null {
  const typedText = text?.trim() ?? ''
  const isNamed = (type: string) => getShippingName(type).toLowerCase() === typedText.toLowerCase()
  return Object.values(shippingTypes).find(isNamed) ?? (typedText === '' ? null : typedText)
}
