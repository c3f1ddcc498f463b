import { type Call, viewerOf } from '#app/api/operation.server.ts'
import { type LineBody, type OrderBody, photoNameOf } from '#app/api/operations/orders/order-body.ts'
import { atLine, type Issue, refusalOf, rejectIssues } from '#app/api/operations/orders/order-refusal.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { itemKey, unavailableReason } from '#app/domain/checkout/cart.ts'
import { needsShipping, shippingTypes } from '#app/domain/checkout/shipping.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { blockKey, unitBlocks } from '#app/domain/platform/units.ts'
import { type UnitData, unitsSchema } from '#app/forms/units.ts'
import { limitOrder } from '#app/http/checkout/checkout-limits.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { type CartItem, listNamedItems } from '#app/models/checkout/cart.server.ts'
import { newCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, type OrderRequest, placeOrder } from '#app/models/orders/order-placement.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { shippingName } from '#app/text/checkout/shipping-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { messages } from '#app/text/platform/messages.ts'

/** What the checkout's confirmation does, with the addresses of the profile. */
export async function orderForOneself(body: OrderBody, call: Call): Promise<{ id: number }> {
  const viewer = viewerOf(call)
  const token = call.idempotencyKey ?? newCheckoutToken()
  const request = await requestOf(body, { ...viewer, token })
  const limit = await limitOrder(call.args.context, viewer, token)
  if (limit) throw new ApiError(429, limit)
  try {
    return { id: (await placeOrder(request)).orderId }
  } catch (error) {
    throw error instanceof OrderRefused ? refusalOf(error.reason, body.publications) : error
  }
}

type Buyer = { userId: number; profileId: number; token: string }

async function requestOf(body: OrderBody, { userId, profileId, token }: Buyer): Promise<OrderRequest> {
  const lines = body.publications
  const quantities = quantitiesOf(lines)
  const [profile, items, rules] = await Promise.all([
    findCheckoutProfile(profileId),
    listNamedItems(quantities),
    getShopRules(),
  ])
  const { billing, shipping, phone } = profile
  if (!billing || !phone)
    throw fieldError('profile', 'Complete o telefone e o endereço de cobrança do cadastro')
  const units = unitsOf(lines, items)
  const service = serviceOf(body)
  return {
    cartId: null,
    checkoutToken: token,
    buyer: { userId, profileId, phone },
    billing,
    shipping: needsShipping(items) ? (shipping ?? null) : null,
    shippingService: service === shippingTypes.download ? null : service,
    units,
    termsVersion,
    repeats: body.repeats ?? null,
    seen: { prices: pricesOf(lines), quantities, shippingValue: body.shipping_value ?? null },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    handlingDays: rules.handlingDays,
    today: civilDateIn(new Date()),
  }
}

function quantitiesOf(lines: readonly LineBody[]): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { publication } of lines) {
    const key = itemKey(publication, null)
    quantities.set(key, (quantities.get(key) ?? 0) + 1)
  }
  return quantities
}

/** Two prices for one publication are no price that was seen. */
function pricesOf(lines: readonly LineBody[]): Map<string, number> {
  const prices = new Map<string, number>()
  for (const { publication, value } of lines) {
    const key = itemKey(publication, null)
    prices.set(key, (prices.get(key) ?? value) === value ? value : -1)
  }
  return prices
}

/** The stored name of what the client calls the freight, whatever its capitals (D12). */
export function serviceOf({ shipping_type: text }: Pick<OrderBody, 'shipping_type'>): string | null {
  const typed = text?.trim() ?? ''
  const isMeant = (type: string) => shippingName(type).toLowerCase() === typed.toLowerCase()
  return Object.values(shippingTypes).find(isMeant) ?? (typed === '' ? null : typed)
}

/** The lines as the blocks of the checkout's form. Throws ApiError 400 with what is wrong, each at its line. */
function unitsOf(lines: readonly LineBody[], items: readonly CartItem[]): Record<string, UnitData> {
  const indexes = new Map<string, number>()
  const typed: Record<string, Record<string, string>> = {}
  const issues: Issue[] = []
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const unit = (counts.get(line.publication) ?? 0) + 1
    counts.set(line.publication, unit)
    const item = items.find(({ publicationId }) => publicationId === line.publication)
    const fault = faultOf(item, unit)
    if (fault || !item) issues.push(atLine(index, 'publication', fault ?? messages.notOnSale))
    else {
      const key = blockKey(item, unit)
      if (!indexes.has(key)) indexes.set(key, index)
      const fields = fieldsOf(line)
      const known = typed[key]?.photo ?? fields.photo
      if (fields.photo !== undefined && fields.photo !== known)
        issues.push(atLine(index, 'file', 'Uma só foto vale para todos os exemplares desta publicação'))
      typed[key] = { ...fields, ...typed[key] }
    }
  }
  rejectIssues(issues)
  const judged = unitsSchema(unitBlocks(items)).safeParse(typed)
  if (judged.success) return judged.data
  rejectIssues(
    judged.error.issues.map(({ path: [key, field], message }) =>
      atLine(indexes.get(String(key)) ?? 0, wireNames[String(field)] ?? 'publication', message),
    ),
  )
  return {}
}

function faultOf(item: CartItem | undefined, unit: number): string | undefined {
  if (!item || unavailableReason(item)) return messages.notOnSale
  if (unit <= item.quantity) return undefined
  return item.isDownload ? 'Um download tem um só exemplar por pedido' : 'Exemplares demais em um pedido'
}

const wireNames: Record<string, string> = {
  prefix: 'airplane_prefix',
  serial: 'airplane_serial_number',
  fuel: 'fuel_type',
  photo: 'file',
}

function fieldsOf(line: LineBody): Record<string, string> {
  const texts = {
    prefix: line.airplane_prefix ?? '',
    serial: line.airplane_serial_number ?? '',
    fuel: line.fuel_type ? String(line.fuel_type) : '',
    photo: photoNameOf(line),
    foreign: line.foreign ? 'on' : '',
    again: line.again ? 'on' : '',
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
