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

/** Places the order of the form. If the form or the order is refused, returns the reply and its status. */
async function placeOrRefuse(
  args: RequestArgs,
  { form, cart, viewer }: CheckoutPost,
): Promise<PlacedOrder | CheckoutRefusal> {
  const rules = await cachedShopRules()
  const schema = makeCheckoutSchema(getCheckoutShape(form, { viewer, items: cart.items, rules }))
  const submission = parseWithZod(form, { schema })
  if (hasCartChanged(form, cart)) return makeBadRequest(replyToStaleForm(submission))
  if (submission.status !== 'success')
    return makeBadRequest(submission.reply({ hideFields: ['buyer.password'] }))
  if (viewer && (await needsOwnedWarning(form, cart, viewer))) return makeBadRequest(replyToOwned(submission))
  if (form.get('website')) return makeBadRequest(replyToHoneypot(submission))
  try {
    const limitText = await limitCheckout(args.context, submission.value, viewer)
    if (limitText) return { reply: replyWithLimit(submission, limitText), status: 429 }
    return await placeOrder(await makeOrderRequest(submission.value, { cart, account: viewer, rules }))
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return makeBadRequest(replyToRefusal(submission, error, cart))
  }
}

function makeBadRequest(reply: CheckoutRefusal['reply']): CheckoutRefusal {
  return { reply, status: 400 }
}

type FormContext = { viewer: Viewer | undefined; items: CartItem[]; rules: ShopRules }

/** Returns which fields the form has for this buyer and this cart. */
function getCheckoutShape(form: FormData, { viewer, items, rules }: FormContext): CheckoutShape {
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

type OrderContext = { cart: Cart; account: Account | undefined; rules: ShopRules }

async function makeOrderRequest(
  form: CheckoutForm,
  { cart, account, rules }: OrderContext,
): Promise<OrderRequest> {
  const shippingService = form.shipping_service ?? null
  return {
    cartId: cart.id,
    checkoutToken: form.checkout_token,
    buyer: await chooseBuyer(form.buyer, account),
    purchaseOrder: form.purchase_order || null,
    billing: form.billing,
    shipping: form.shipping ?? null,
    shippingService,
    units: form.unit,
    termsVersion: form.terms,
    confirmedRepeatId: form.repeats ?? null,
    shownCart: {
      prices: new Map(form.seen.map(({ id, price }) => [id, price])),
      quantities: new Map(form.seen.map(({ id, quantity }) => [id, quantity])),
      shippingValue: shippingService ? (form.seen_shipping?.[shippingService] ?? null) : null,
    },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    handlingDays: rules.handlingDays,
    today: toCivilDate(new Date()),
  }
}

/** Returns the account that buys, or a new account for a visitor. */
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

const seenItemPattern = /^seen\[(\d+)\]\.id$/

/** Returns true if another tab changed the cart since the form was rendered. */
function hasCartChanged(form: FormData, { items }: Cart): boolean {
  const seenQuantities = new Map<string, string>()
  for (const [name, itemKey] of form) {
    const index = seenItemPattern.exec(name)?.[1]
    if (index !== undefined) seenQuantities.set(String(itemKey), String(form.get(`seen[${index}].quantity`)))
  }
  if (seenQuantities.size === 0) return false
  const isSeen = (item: CartItem) => seenQuantities.get(item.key) === String(item.quantity)
  const isUnchanged = seenQuantities.size === items.length && items.every(isSeen)
  return !isUnchanged
}

/** Returns active subscriptions to publications in the cart (D26). */
export function listActiveSubscriptions({ items }: Cart, { profileId }: Viewer) {
  const ids = items.flatMap((item) => (item.renewal ? [] : item.publicationId))
  return listLiveSubscriptions(profileId, ids, toCivilDate(new Date()))
}

/** Returns true if the buyer has a subscription to a bought publication and was not warned of it (D26). */
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
