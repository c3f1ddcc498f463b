import type { Submission } from '@conform-to/zod/v4'
import { civilDateIn } from '#app/domain/calendar.ts'
import { formatCep, normaliseCep } from '#app/domain/cep.ts'
import { formatPhone, normalisePhone } from '#app/domain/phone.ts'
import { needsShipping, parcelWeightKg, type ShippingOption, shippingTypes } from '#app/domain/shipping.ts'
import type { CheckoutForm, CheckoutShape } from '#app/forms/checkout.ts'
import type { Cart, CartItem } from '#app/models/cart.server.ts'
import { findOrderByToken, type OrderRefused, type OrderRequest } from '#app/models/order-placement.server.ts'
import type { ShopRules } from '#app/models/setting.server.ts'
import {
  type findCheckoutProfile,
  hashPassword,
  type Viewer,
  verifyCredentials,
} from '#app/models/user.server.ts'
import { formatReais } from '#app/text/format.ts'
import { messages, specified } from '#app/text/messages.ts'
import { seeOther } from '#app/web/flash.server.ts'
import { quoteFreight } from '#app/web/freight.server.ts'
import { paths } from '#app/web/paths.ts'
import { logIn } from '#app/web/session.server.ts'

const NEVER_IN_A_DRAFT = /^(checkout_token|intent|buyer\.password|seen(\[|_|$).*)/
const LONGEST_DRAFT_VALUE = 400
/** In characters; six bytes each at the worst, and the column takes 65,535. */
const LONGEST_DRAFT = 10_000

/** Which shape of the form was sent (see CheckoutShape). */
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
    ieMaxLength: rules.ieMaxLength,
  }
}

/** What of the sent form is kept as a draft: every text, but no password and nothing the server computes. */
export function draftFrom(form: FormData): Record<string, string> {
  const draft: Record<string, string> = {}
  let room = LONGEST_DRAFT
  for (const [name, value] of form) {
    if (typeof value !== 'string' || NEVER_IN_A_DRAFT.test(name) || name.length > 60) continue
    const text = value.slice(0, LONGEST_DRAFT_VALUE).replace(/\p{Surrogate}$/u, '')
    room -= name.length + text.length
    if (room < 0) break
    draft[name] = text
  }
  return draft
}

type Profile = Awaited<ReturnType<typeof findCheckoutProfile>>

/** What the form starts with: what was typed, else what the customer's profile has. */
export function savedFields(
  draft: Record<string, string>,
  profile: Profile | undefined,
): Record<string, string> {
  if (!profile) return draft
  const { billing, shipping, phone } = profile
  const typed = Object.fromEntries(Object.entries(draft).filter(([, text]) => text.trim() !== ''))
  return {
    'buyer.phone': phone && normalisePhone(phone) ? formatPhone(phone) : (phone ?? ''),
    ship_elsewhere: shipping ? 'on' : 'off',
    ...typed,
    ...addressTexts('billing', typed, billing),
    ...addressTexts('shipping', typed, shipping),
  }
}

/** An address whole from one of the two: the typed one, once it differs by its postal code or has more than that. */
function addressTexts(
  prefix: string,
  typed: Record<string, string>,
  known: Profile['billing'],
): Record<string, string> {
  const own = Object.entries(typed).filter(([name]) => name.startsWith(`${prefix}.`))
  const cep = normaliseCep(typed[`${prefix}.zip_code`] ?? '')
  const isOther = cep !== null && cep !== known?.zip_code
  const isMore = own.some(([name]) => name !== `${prefix}.zip_code`)
  if (!known || isOther || isMore) return Object.fromEntries(own)
  const texts = { ...known, zip_code: formatCep(known.zip_code) }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]))
}

/** Freight for the address in the draft: null while no postal code is known, or nothing has to travel (D6). */
export async function freightFor(
  fields: Record<string, string | undefined>,
  items: CartItem[],
  rules: ShopRules,
): Promise<ShippingOption[] | null> {
  if (!needsShipping(items)) return null
  const cep = normaliseCep(
    fields[fields.ship_elsewhere === 'on' ? 'shipping.zip_code' : 'billing.zip_code'] ?? '',
  )
  if (cep === null) return null
  const options = await quoteFreight(cep, parcelWeightKg(items))
  const toBeAgreed = { service: shippingTypes.toBeAgreed, value: 0, days: null, estimated: false }
  return rules.offersFreightToBeAgreed ? [...options, toBeAgreed] : options
}

/** What the model takes, from a form that passed its schema. */
export async function orderRequest(
  form: CheckoutForm,
  cart: Cart,
  viewer: Viewer | undefined,
  rules: ShopRules,
): Promise<OrderRequest> {
  const service = form.shipping_service ?? null
  return {
    cartId: cart.id,
    checkoutToken: form.checkout_token,
    buyer: await buyerOf(form.buyer, viewer),
    billing: form.billing,
    shipping: form.shipping ?? null,
    shippingService: service,
    seen: {
      prices: new Map(form.seen.map(({ id, price }) => [id, price])),
      quantities: new Map(form.seen.map(({ id, quantity }) => [id, quantity])),
      shippingValue: service ? (form.seen_shipping?.[service] ?? null) : null,
    },
    offersFreightToBeAgreed: rules.offersFreightToBeAgreed,
    today: civilDateIn(new Date()),
  }
}

/**
 * The answer for a form whose token is an order already: the same 303 as the first time, for the same buyer;
 * a visitor shows by the password in the form that the account just made is theirs. Undefined = not yet ordered.
 */
export async function answerRepeated(request: Request, form: FormData, viewer: Viewer | undefined) {
  const known = await findOrderByToken(String(form.get('checkout_token') ?? ''))
  if (!known) return undefined
  const target = paths.payment(known.orderId)
  if (viewer?.userId === known.userId) return seeOther(target)
  const email = String(form.get('buyer.email') ?? '')
  const proven = await verifyCredentials(email, String(form.get('buyer.password') ?? ''))
  if (proven === known.userId) return seeOther(target, await logIn(request, proven))
  return seeOther(paths.login({ redirectTo: target }))
}

/** A refusal of the model in words at its field, with the specification's alert. */
export function refusalReply(submission: Submission<CheckoutForm>, { reason }: OrderRefused, cart: Cart) {
  const hideFields = ['buyer.password']
  const atField = (name: string, text: string, alert: string) =>
    submission.reply({ hideFields, fieldErrors: { [name]: [text] }, formErrors: [alert] })
  switch (reason.code) {
    case 'email-taken':
      return atField('buyer.email', messages.emailKnown, specified.profileNotCreated)
    case 'payer-incomplete':
      return submission.reply({
        hideFields,
        formErrors: [specified.profileNotUpdated, messages.payerIncomplete],
      })
    case 'price-changed': {
      const index = cart.items.findIndex((item) => item.publicationId === reason.publicationId)
      return atField(
        `seen[${index}].price`,
        messages.priceChanged(formatReais(reason.price)),
        specified.orderNotCreated,
      )
    }
    case 'shipping-required':
      return atField('shipping_service', messages.shippingRequired, specified.orderNotCreated)
    case 'shipping-changed':
      return atField('shipping_service', messages.shippingChanged, specified.orderNotCreated)
    case 'total-too-high':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.totalTooHigh] })
    case 'nothing-to-pay':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.nothingToPay] })
    case 'not-sellable':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.notSellable] })
    case 'cart-empty':
    case 'form-stale':
      return submission.reply({ hideFields, formErrors: [specified.orderNotCreated, messages.formStale] })
  }
}

async function buyerOf(
  buyer: CheckoutForm['buyer'],
  viewer: Viewer | undefined,
): Promise<OrderRequest['buyer']> {
  if (viewer) return { userId: viewer.userId, profileId: viewer.profileId, phone: buyer.phone }
  if (!('password' in buyer)) throw new Error('a visitor needs an account')
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
      ie: isCompany ? buyer.ie : null,
      phone: buyer.phone,
    },
  }
}
