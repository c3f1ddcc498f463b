import type { Submission } from '@conform-to/zod/v4'
import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { mayUse } from '#app/domain/accounts/colleagues.ts'
import { maxIeLength } from '#app/domain/accounts/state-registration.ts'
import {
  needsShipping,
  type ShippingOption,
  shipmentWeightKg,
  shippingTypes,
} from '#app/domain/checkout/shipping.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { unitBlocks } from '#app/domain/platform/units.ts'
import { ownedAlready } from '#app/domain/subscriptions/subscription.ts'
import type { CheckoutForm, CheckoutShape, NewBuyer } from '#app/forms/checkout.ts'
import { provesBuyer } from '#app/http/authenticator.server.ts'
import { hasCarrier, quoteFreight } from '#app/http/checkout/freight.server.ts'
import { takeTyped } from '#app/http/checkout/save-draft.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import type { SentForm } from '#app/http/multipart.server.ts'
import { enter } from '#app/http/session.server.ts'
import type { Account } from '#app/models/accounts/colleagues/acting.server.ts'
import { listActing } from '#app/models/accounts/colleagues/membership.server.ts'
import { hashPassword, type Viewer } from '#app/models/accounts/user.server.ts'
import { type Cart, findCart } from '#app/models/checkout/cart.server.ts'
import type { CartItem } from '#app/models/checkout/cart-items.server.ts'
import { findNewestOrder } from '#app/models/orders/order.server.ts'
import {
  findOrderByToken,
  type OrderRefused,
  type OrderRequest,
  type PlacedOrder,
} from '#app/models/orders/order-placement.server.ts'
import type { ShopRules } from '#app/models/settings/setting.server.ts'
import { listLiveSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { paths } from '#app/paths.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages, specified } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

export function shapeOf(
  form: FormData,
  viewer: Viewer | undefined,
  items: CartItem[],
  rules: ShopRules,
): CheckoutShape {
  return {
    isKnown: viewer !== undefined,
    isCompany: form.get('person_or_company') === '1',
    shipsElsewhere: form.get('ship_elsewhere') === 'on',
    needsShipping: needsShipping(items),
    blocks: unitBlocks(items),
    ieMaxLength: ieLengthIn(form, rules.ieMaxLength),
  }
}

/** What the state of the billing address, as typed, allows an IE (D64). */
export function ieLengthIn(form: FormData, usual: number): number {
  const isPerson = form.get('person_or_company') !== '1'
  return maxIeLength(form.get('billing.state'), usual, { isPerson })
}

/** `freight` is null without a postal code or shippable items (D6); `isCarrierAway` when rates are the table's (D7). */
export async function freightFor(
  fields: Record<string, string | undefined>,
  items: CartItem[],
  rules: ShopRules,
): Promise<{ freight: ShippingOption[] | null; isCarrierAway: boolean; handlingDays: number }> {
  const { handlingDays } = rules
  if (!needsShipping(items)) return { freight: null, isCarrierAway: false, handlingDays }
  const cep = normaliseCep(
    fields[fields.ship_elsewhere === 'on' ? 'shipping.zip_code' : 'billing.zip_code'] ?? '',
  )
  if (cep === null) return { freight: null, isCarrierAway: false, handlingDays }
  const options = await quoteFreight(cep, shipmentWeightKg(items))
  const toBeAgreed = { service: shippingTypes.toBeAgreed, value: 0, days: null, estimated: false }
  return {
    freight: rules.offersFreightToBeAgreed ? [...options, toBeAgreed] : options,
    isCarrierAway: hasCarrier && options.some((option) => option.estimated),
    handlingDays,
  }
}

const cepLabels = { unknown: messages.cepUnknown, unavailable: messages.cepUnavailable }

export function cepNotes(outcome: string | null): { billing?: string; shipping?: string } {
  const [, prefix, what] = /^(billing|shipping)-(unknown|unavailable)$/.exec(outcome ?? '') ?? []
  const text = what === 'unknown' || what === 'unavailable' ? cepLabels[what] : undefined
  if (text === undefined) return {}
  return prefix === 'billing' ? { billing: text } : { shipping: text }
}

export async function orderRequest(
  form: CheckoutForm,
  cart: Cart,
  account: Account | undefined,
  rules: ShopRules,
): Promise<OrderRequest> {
  const service = form.shipping_service ?? null
  return {
    cartId: cart.id,
    checkoutToken: form.checkout_token,
    buyer: await buyerOf(form.buyer, account),
    purchaseOrder: form.purchase_order || null,
    billing: form.billing,
    shipping: form.shipping ?? null,
    shippingService: service,
    units: form.unit,
    termsVersion: form.terms,
    repeats: form.repeats ?? null,
    seen: {
      prices: new Map(form.seen.map(({ id, price }) => [id, price])),
      quantities: new Map(form.seen.map(({ id, quantity }) => [id, quantity])),
      shippingValue: service ? (form.seen_shipping?.[service] ?? null) : null,
    },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    handlingDays: rules.handlingDays,
    today: civilDateIn(new Date()),
  }
}

/** Payment, or the page about the photo review (F51). */
export function afterOrder({ orderId, isUnderReview }: PlacedOrder): string {
  return isUnderReview ? paths.paymentReturn({ code: 200, order: orderId }) : paths.payment(orderId)
}

/** The session expired meanwhile (D47) or acts for another (D92): the draft is saved where the form is from. */
export async function redirectOtherName(
  sent: SentForm,
  account: Account | undefined,
  userId: number | null,
): Promise<Response | undefined> {
  if (userId === null || userId === account?.userId) return undefined
  const cart = !account || (await mayBuyFor(userId, account)) ? await findCart({ userId }) : undefined
  const typed = cart && (await takeTyped(cart, sent, undefined))
  await typed?.save()
  if (account) return redirectWithFlash(paths.cart(), { tone: 'warn', text: messages.otherName })
  if (!cart) return undefined
  const login = paths.login({ redirectTo: paths.checkout() })
  return redirectWithFlash(login, { tone: 'warn', text: messages.sessionOver })
}

async function mayBuyFor(userId: number, { actorUserId }: Account): Promise<boolean> {
  if (userId === actorUserId) return true
  const companies = await listActing(actorUserId)
  return companies.some((company) => company.userId === userId && mayUse(company.role, 'purchase'))
}

const HOUR = 3_600_000

/** Empty cart: mentions an order of the last hour, for customers who return to a stale checkout page. */
export async function redirectEmptyCart(viewer: Viewer | undefined): Promise<Response> {
  const orderId = viewer && (await findNewestOrder(viewer.profileId, new Date(Date.now() - HOUR)))
  if (orderId === undefined) return seeOther(paths.cart())
  const link = { href: paths.payment(orderId), label: `nº ${orderId}` }
  return redirectWithFlash(paths.cart(), { tone: 'good', text: messages.alreadyOrdered, link })
}

/** True when another tab has changed the cart since the form was rendered. */
export function isStale(form: FormData, { items }: Cart): boolean {
  const seen = new Map<string, string>()
  for (const [name, value] of form) {
    const index = /^seen\[(\d+)\]\.id$/.exec(name)?.[1]
    if (index !== undefined) seen.set(String(value), String(form.get(`seen[${index}].quantity`)))
  }
  const isSeen = (item: CartItem) => seen.get(item.key) === String(item.quantity)
  return seen.size > 0 && (seen.size !== items.length || !items.every(isSeen))
}

/** Idempotent: the first 303 again for the same buyer; a visitor proves it by the password. Else undefined. */
export async function redirectRepeated(args: RequestArgs, form: FormData, viewer: Viewer | undefined) {
  const known = await findOrderByToken(String(form.get('checkout_token') ?? ''))
  if (!known) return undefined
  const target = afterOrder(known)
  if (viewer?.userId === known.userId) return seeOther(target)
  const login = {
    email: String(form.get('buyer.email') ?? ''),
    password: String(form.get('buyer.password') ?? ''),
  }
  if (await provesBuyer(args, known.userId, login)) return enter(args, known.userId, target)
  return seeOther(paths.login({ redirectTo: target }))
}

export function limitReply(submission: Submission<CheckoutForm>, text: string) {
  return submission.reply({ hideFields: ['buyer.password'], formErrors: [specified.orderNotCreated, text] })
}

export function honeypotReply(submission: Submission<CheckoutForm>) {
  return limitReply(submission, messages.orderNotTaken)
}

export function staleReply(submission: Submission<CheckoutForm>) {
  const reply = submission.reply({ hideFields: ['buyer.password'] })
  const error: Record<string, string[]> = { '': [specified.orderNotCreated, messages.formStale] }
  return { ...reply, initialValue: undefined, status: 'error' as const, error }
}

/** Active subscriptions to publications in the cart (D26). */
export function activeSubscriptionsIn({ items }: Cart, { profileId }: Viewer) {
  const ids = items.flatMap((item) => (item.renewal ? [] : item.publicationId))
  return listLiveSubscriptions(profileId, ids, civilDateIn(new Date()))
}

/** True until the page has warned once of an active subscription; the next confirmation passes (D26). */
export async function needsOwnedWarning(form: FormData, cart: Cart, viewer: Viewer): Promise<boolean> {
  const live = await activeSubscriptionsIn(cart, viewer)
  const bought = cart.items.filter((item) => !item.renewal)
  return bought.some((item) => {
    const registrations = unitBlocks([item]).map(({ key }) =>
      normaliseRegistration(String(form.get(`unit.${key}.prefix`) ?? '')),
    )
    return ownedAlready(item, registrations, live).length > 0 && !form.has(`warned.${item.publicationId}`)
  })
}

export function ownedReply(submission: Submission<CheckoutForm>) {
  return submission.reply({ hideFields: ['buyer.password'], formErrors: [messages.ownedAlready] })
}

export function refusalReply(submission: Submission<CheckoutForm>, { reason }: OrderRefused, cart: Cart) {
  const hideFields = ['buyer.password']
  const atField = (name: string, text: string, alert: string) =>
    submission.reply({ hideFields, fieldErrors: { [name]: [text] }, formErrors: [alert] })
  const atItem = (key: string, text: string) => {
    const index = cart.items.findIndex((item) => item.key === key)
    return atField(`seen[${index}].price`, text, specified.orderNotCreated)
  }
  switch (reason.code) {
    case 'email-taken':
      return atField('buyer.email', messages.emailKnown, specified.profileNotCreated)
    case 'address-missing':
    case 'payer-incomplete':
      return submission.reply({
        hideFields,
        formErrors: [specified.profileNotUpdated, messages.payerIncomplete],
      })
    case 'price-changed':
      return atItem(reason.itemKey, messages.priceChanged(formatReais(reason.price)))
    case 'not-renewable':
      return atItem(reason.itemKey, renewalBlockerLabels[reason.blocker])
    case 'shipping-required':
      return atField('shipping_service', messages.shippingRequired, specified.orderNotCreated)
    case 'shipping-changed':
      return atField('shipping_service', messages.shippingChanged, specified.orderNotCreated)
    case 'total-too-high':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.totalTooHigh] })
    case 'just-ordered':
      return atField('repeats', messages.justOrdered(reason.orderId), specified.orderNotCreated)
    case 'photo-gone':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.photoGone] })
    case 'below-minimum': {
      const text = messages.belowMinimum(formatReais(reason.minimum))
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, text] })
    }
    case 'not-sellable':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.notSellable] })
    case 'cart-empty':
    case 'form-stale':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.formStale] })
  }
}

async function buyerOf(
  buyer: CheckoutForm['buyer'],
  account: Account | undefined,
): Promise<OrderRequest['buyer']> {
  if (account) {
    const { userId, profileId, actorUserId } = account
    return { userId, profileId, actorUserId, phone: buyer.phone }
  }
  if (!('password' in buyer)) throw new Error('a visitor needs an account')
  return newBuyer(buyer)
}

/** Costs a password hash: limits come first. */
export async function newBuyer(buyer: NewBuyer) {
  const isCompany = 'cnpj' in buyer
  return {
    email: buyer.email,
    passwordHash: await hashPassword(buyer.password),
    identity: {
      isCompany,
      name: buyer.name,
      companyName: isCompany ? buyer.company_name : null,
      cpf: isCompany ? null : buyer.cpf,
      cnpj: isCompany ? buyer.cnpj : null,
      ie: isCompany ? buyer.ie : buyer.rural_ie,
      phone: buyer.phone,
    },
  }
}
