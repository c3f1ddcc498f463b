import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { getMaxIeLength } from '#app/domain/accounts/state-registration.ts'
import { needsShipping } from '#app/domain/checkout/shipping.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { listUnitBlocks } from '#app/domain/platform/units.ts'
import type { ShopRules } from '#app/domain/settings/shop.ts'
import { findOwnedSubscriptions } from '#app/domain/subscriptions/subscription.ts'
import { type CheckoutForm, type CheckoutShape, makeCheckoutSchema } from '#app/forms/checkout.ts'
import { limitCheckout } from '#app/http/checkout/checkout-limits.server.ts'
import { makeNewBuyer } from '#app/http/checkout/new-buyer.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import type { Cart } from '#app/models/checkout/cart.server.ts'
import type { CartItem } from '#app/models/checkout/cart-items.server.ts'
import {
  OrderRefused,
  type OrderRequest,
  type PlacedOrder,
  placeOrder,
} from '#app/models/orders/order-placement.server.ts'
import { cachedShopRules } from '#app/models/settings/cached-settings.server.ts'
import { listLiveSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import {
  replyToHoneypot,
  replyToOwned,
  replyToRefusal,
  replyToStaleForm,
  replyWithLimit,
} from '#app/routes/checkout/checkout-answers.server.ts'
import type { CheckoutPost } from '#app/routes/checkout/parse-checkout.server.ts'

export type CheckoutRefusal = { reply: SubmissionResult<string[]>; status: 400 | 429 }

/** Returns the order, or the reply with the faults. After an internal error, the draft preserves the input. */
export async function placeCheckout(
  args: RequestArgs,
  post: CheckoutPost,
): Promise<PlacedOrder | CheckoutRefusal> {
  try {
    return await placeOrRefuse(args, post)
  } catch (error) {
    await post.save().catch(() => undefined)
    throw error
  }
}

async function placeOrRefuse(
  args: RequestArgs,
  { form, cart, viewer }: CheckoutPost,
): Promise<PlacedOrder | CheckoutRefusal> {
  const rules = await cachedShopRules()
  const schema = makeCheckoutSchema(getCheckoutShape(form, viewer, cart.items, rules))
  const submission = parseWithZod(form, { schema })
  if (isStale(form, cart)) return makeBadRequest(replyToStaleForm(submission))
  if (submission.status !== 'success')
    return makeBadRequest(submission.reply({ hideFields: ['buyer.password'] }))
  if (viewer && (await needsOwnedWarning(form, cart, viewer))) return makeBadRequest(replyToOwned(submission))
  if (form.get('website')) return makeBadRequest(replyToHoneypot(submission))
  try {
    const limit = await limitCheckout(args.context, submission.value, viewer)
    if (limit) return { reply: replyWithLimit(submission, limit), status: 429 }
    return await placeOrder(await makeOrderRequest(submission.value, cart, viewer, rules))
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return makeBadRequest(replyToRefusal(submission, error, cart))
  }
}

function makeBadRequest(reply: CheckoutRefusal['reply']): CheckoutRefusal {
  return { reply, status: 400 }
}

/** Returns which fields the form has for this buyer and this cart. */
function getCheckoutShape(
  form: FormData,
  viewer: Viewer | undefined,
  items: CartItem[],
  rules: ShopRules,
): CheckoutShape {
  const isCompany = form.get('person_or_company') === '1'
  return {
    isKnown: viewer !== undefined,
    isCompany,
    shipsElsewhere: form.get('ship_elsewhere') === 'on',
    needsShipping: needsShipping(items),
    blocks: listUnitBlocks(items),
    ieMaxLength: getMaxIeLength(form.get('billing.state'), rules.ieMaxLength, { isPerson: !isCompany }),
  }
}

async function makeOrderRequest(
  form: CheckoutForm,
  cart: Cart,
  account: Account | undefined,
  rules: ShopRules,
): Promise<OrderRequest> {
  const service = form.shipping_service ?? null
  return {
    cartId: cart.id,
    checkoutToken: form.checkout_token,
    buyer: await chooseBuyer(form.buyer, account),
    purchaseOrder: form.purchase_order || null,
    billing: form.billing,
    shipping: form.shipping ?? null,
    shippingService: service,
    units: form.unit,
    termsVersion: form.terms,
    confirmedRepeatId: form.repeats ?? null,
    shownCart: {
      prices: new Map(form.seen.map(({ id, price }) => [id, price])),
      quantities: new Map(form.seen.map(({ id, quantity }) => [id, quantity])),
      shippingValue: service ? (form.seen_shipping?.[service] ?? null) : null,
    },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    handlingDays: rules.handlingDays,
    today: toCivilDate(new Date()),
  }
}

async function chooseBuyer(
  buyer: CheckoutForm['buyer'],
  account: Account | undefined,
): Promise<OrderRequest['buyer']> {
  if (account) {
    const { userId, profileId, actorUserId } = account
    return { userId, profileId, actorUserId, phone: buyer.phone }
  }
  if (!('password' in buyer)) throw new Error('a visitor needs an account')
  return makeNewBuyer(buyer)
}

/** Returns true if another tab changed the cart since the form was rendered. */
function isStale(form: FormData, { items }: Cart): boolean {
  const seenQuantities = new Map<string, string>()
  for (const [name, value] of form) {
    const index = /^seen\[(\d+)\]\.id$/.exec(name)?.[1]
    if (index !== undefined) seenQuantities.set(String(value), String(form.get(`seen[${index}].quantity`)))
  }
  const isSeen = (item: CartItem) => seenQuantities.get(item.key) === String(item.quantity)
  return seenQuantities.size > 0 && (seenQuantities.size !== items.length || !items.every(isSeen))
}

/** Returns active subscriptions to publications in the cart (D26). */
export function listActiveSubscriptions({ items }: Cart, { profileId }: Viewer) {
  const ids = items.flatMap((item) => (item.renewal ? [] : item.publicationId))
  return listLiveSubscriptions(profileId, ids, toCivilDate(new Date()))
}

/** Returns true until the page has warned of an active subscription (D26). */
async function needsOwnedWarning(form: FormData, cart: Cart, viewer: Viewer): Promise<boolean> {
  const activeSubscriptions = await listActiveSubscriptions(cart, viewer)
  const boughtItems = cart.items.filter((item) => !item.renewal)
  return boughtItems.some((item) => {
    const registrations = listUnitBlocks([item]).map(({ key }) =>
      normaliseRegistration(String(form.get(`unit.${key}.prefix`) ?? '')),
    )
    return (
      findOwnedSubscriptions(item, registrations, activeSubscriptions).length > 0 &&
      !form.has(`warned.${item.publicationId}`)
    )
  })
}
