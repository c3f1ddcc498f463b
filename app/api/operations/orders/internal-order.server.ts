import { type Call, requireApiViewer } from '#app/api/operation.server.ts'
import {
  type LineBody,
  normalisePurchaseOrder,
  type OrderBody,
} from '#app/api/operations/orders/order-body.ts'
import { getRefusalCode, makeLineIssue, rejectIssues } from '#app/api/operations/orders/order-refusal.ts'
import { makeFieldError } from '#app/api/problem.server.ts'
import { getInternalValue, type InternalPrice, internalPrices } from '#app/domain/orders/internal-order.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { validateItems } from '#app/forms/internal-order.ts'
import { findClientToChoose } from '#app/models/accounts/client-search.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { listOffers, placeInternalOrder } from '#app/models/orders/internal-order.server.ts'
import { type OrderRefusalReason, OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { formatInternalRefusal, isClientIncomplete } from '#app/text/orders/internal-order-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

/** Places an order by staff for a client (F94, D10). */
export async function orderInternally(body: OrderBody, call: Call): Promise<{ id: number }> {
  const { userId: actorUserId } = requireApiViewer(call)
  const today = toCivilDate(new Date())
  if (!(await findClientToChoose(body.profile)))
    throw makeFieldError('profile', specTexts.noClients, 'unknown_record')
  const items = await validateInternalItems(body, today)
  try {
    const token = call.idempotencyKey ?? makeCheckoutToken()
    const purchaseOrder = normalisePurchaseOrder(body)
    const order = { profileId: body.profile, items, token, actorUserId, today, purchaseOrder }
    const { orderId } = await placeInternalOrder(order)
    return { id: orderId }
  } catch (error) {
    throw error instanceof OrderRefused ? toInternalRefusal(error.reason) : error
  }
}

type Offer = Awaited<ReturnType<typeof listOffers>>[number]

type Lines = Pick<OrderBody, 'profile' | 'publications'>

/**
 * Validates lines with the form's rules and returns them as items. Throws ApiError 400 with `makeIssue`'s
 * issues.
 */
export async function validateInternalItems(
  { profile, publications: lines }: Lines,
  today: string,
  makeIssue = makeLineIssue,
) {
  const publicationIds = new Set(lines.map(({ publication }) => publication))
  const offers = await listOffers(profile, [...publicationIds], today)
  const findOffer = (line: LineBody) => offers.find(({ id }) => id === line.publication)
  const prices = lines.map((line) => findPrice(line, findOffer(line)))
  rejectIssues(
    lines.flatMap((line, index) => {
      const offer = findOffer(line)
      if (!offer) return makeIssue(index, 'publication', messages.notOnSale, 'not_on_sale')
      if (line.signature)
        return makeIssue(index, 'signature', 'Um pedido interno não renova assinaturas', 'not_renewable')
      const text = messages.priceChanged(formatReais(offer.price))
      return prices[index] ? [] : makeIssue(index, 'value', text, 'price_changed')
    }),
  )
  const texts = lines.map((line, index) => toItemTexts(line, prices[index] ?? 'normal'))
  const { items, errors } = validateItems(texts, offers)
  rejectIssues(
    Object.entries(errors).flatMap(([name, faults]) => {
      const [, index = '', field = ''] = name.split('.')
      return faults.map((fault) => makeIssue(Number(index), apiNames[field] ?? field, fault))
    }),
  )
  return items.map(({ value: seenValue, ...item }) => ({ ...item, seenValue }))
}

/** Returns the name of the internal price that equals the line's value (D1); undefined for any other value. */
function findPrice({ value }: LineBody, offer: Offer | undefined): InternalPrice | undefined {
  return offer && internalPrices.find((price) => getInternalValue(price, offer) === value)
}

const apiNames: Record<string, string> = {
  price: 'value',
  prefix: 'airplane_prefix',
  serial: 'airplane_serial_number',
  fuel: 'fuel_type',
}

function toItemTexts(line: LineBody, price: InternalPrice) {
  return {
    publication: line.publication,
    price,
    renews: '',
    prefix: line.airplane_prefix ?? '',
    foreign: line.foreign ? 'on' : '',
    again: line.again ? 'on' : '',
    serial: line.airplane_serial_number ?? '',
    fuel: line.fuel_type === null || line.fuel_type === undefined ? '' : String(line.fuel_type),
  }
}

/** Returns ApiError 400 for a rejected order, with the message at the field that caused it. */
export function toInternalRefusal(reason: OrderRefusalReason) {
  const text = formatInternalRefusal(reason)
  if (isClientIncomplete(reason.code)) return makeFieldError('profile', text, 'profile_incomplete')
  const isNotSellable = reason.code === 'not-sellable'
  return makeFieldError(
    isNotSellable ? 'publications' : 'non_field_errors',
    text,
    getRefusalCode(reason.code),
  )
}
