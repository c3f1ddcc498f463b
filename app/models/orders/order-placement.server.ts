import { sql } from 'kysely'
import {
  isFuelType,
  noAircraft,
  toUnitAircraftRow,
  type UnitAircraft,
  unitAircraftColumns,
} from '#app/domain/accounts/aircraft.ts'
import type { Identity } from '#app/domain/accounts/identity.ts'
import { calculateTotals, maxBoletoValue } from '#app/domain/catalogue/pricing.ts'
import { getUnavailableReason, makeItemKey, parseItemKey } from '#app/domain/checkout/cart.ts'
import type { ShippingOption } from '#app/domain/checkout/shipping.ts'
import { calculateShipmentWeightKg, needsShipping, shippingTypes } from '#app/domain/checkout/shipping.ts'
import {
  findOrderTransition,
  type OrderStatus,
  orderStatus,
  repeatedOrderMinutes,
} from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Effect } from '#app/domain/platform/effect.ts'
import { makeBlockKey } from '#app/domain/platform/units.ts'
import type { RenewalBlocker } from '#app/domain/subscriptions/subscription.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { type Address, reuseOrInsertAddress } from '#app/models/accounts/address.server.ts'
import { type Aircraft, addMissingAircraft } from '#app/models/accounts/aircraft.server.ts'
import { getActingColleague } from '#app/models/accounts/colleagues/acting.server.ts'
import {
  type BuyerProfile,
  changeContact,
  createAccount,
  EmailTaken,
  lockProfile,
} from '#app/models/accounts/user.server.ts'
import {
  deleteOrderedRenewals,
  emptyCart,
  listFormItems,
  lockCart,
} from '#app/models/checkout/cart.server.ts'
import { type CartItem, listNamedItems } from '#app/models/checkout/cart-items.server.ts'
import { claimPhotos, PhotoGone } from '#app/models/checkout/photo.server.ts'
import { findFreightQuote } from '#app/models/checkout/shipping.server.ts'
import { announceOrder } from '#app/models/orders/order-event.server.ts'
import { releaseCourtesy } from '#app/models/orders/order-status.server.ts'
import { compileInsert, compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import {
  type DbOrTrx,
  db,
  isDuplicate,
  isOutage,
  type Trx,
  withTransaction,
} from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { findMissedMinimum } from '#app/models/settings/setting.server.ts'
import {
  lockRenewalUnits,
  lockSubscriptions,
  type RenewalUnit,
} from '#app/models/subscriptions/renewal.server.ts'

/**
 * A logged-in customer, whose fixed fields are not changed, or a new account. `actorUserId` is a colleague
 * who orders in a company's name and cannot change its data.
 */
export type Buyer =
  | { userId: number; profileId: number; phone: string; actorUserId?: number }
  | { email: string; passwordHash: string; identity: Identity }

export type OrderRequest = {
  /** null orders the items in `shownCart` without a cart, as the API does */
  cartId: number | null
  checkoutToken: string
  buyer: Buyer
  /** the buyer's own order number */
  purchaseOrder?: string | null
  billing: Address
  /** null means the billing address */
  shipping: Address | null
  /** null if nothing is shipped */
  shippingService: string | null
  /** aircraft and photo of each copy, by the key of its form fields */
  units: Readonly<Record<string, UnitDetails>>
  termsVersion: string
  /** id of the recent equal order that the buyer repeats on purpose */
  confirmedRepeatId: number | null
  /** the prices by item key and the freight that the buyer confirmed, in centavos */
  shownCart: {
    prices: ReadonlyMap<string, number>
    /** number of units of each item that the buyer confirmed */
    quantities: ReadonlyMap<string, number>
    shippingValue: number | null
  }
  offersFreightToBeAgreed: boolean
  /** the shop's working days until dispatch, in addition to the carrier's */
  handlingDays?: number
  today: CivilDate
}

/** The aircraft and photo of a copy. */
export type UnitDetails = UnitAircraft & {
  photo: string | null
  /** true adds the aircraft to the customer's fleet */
  isKept?: boolean
}

export type PlacedOrder = { orderId: number; userId: number; isRepeated: boolean; isUnderReview: boolean }

export type OrderRefusalReason =
  | { code: 'email-taken' }
  | { code: 'cart-empty' }
  | { code: 'form-stale' }
  | { code: 'not-sellable' }
  | { code: 'price-changed'; itemKey: string; price: number }
  | { code: 'not-renewable'; itemKey: string; blocker: RenewalBlocker; orderId: number | null }
  | { code: 'shipping-required' }
  | { code: 'shipping-changed' }
  | { code: 'total-too-high' }
  | { code: 'below-minimum'; minimum: number }
  | { code: 'payer-incomplete' }
  | { code: 'address-missing' }
  | { code: 'photo-gone' }
  | { code: 'just-ordered'; orderId: number }

export class OrderRefused extends Error {
  override name = 'OrderRefused'
  readonly reason: OrderRefusalReason
  constructor(reason: OrderRefusalReason) {
    super(reason.code)
    this.reason = reason
  }
}

/**
 * Places an order in one transaction. The checkout token is UNIQUE, so a repeat returns the same order.
 * Prices and freight are today's, never the form's. Throws OrderRefused.
 */
export async function placeOrder(request: OrderRequest): Promise<PlacedOrder> {
  reachFaultPoint('place-order:called')
  try {
    const placedOrder = await withTransaction((trx) => insertCartOrder(trx, request))
    reachFaultPoint('place-order:committed')
    return placedOrder
  } catch (error) {
    if (error instanceof EmailTaken) throw new OrderRefused({ code: 'email-taken' })
    if (error instanceof PhotoGone) throw new OrderRefused({ code: 'photo-gone' })
    if (!isErrorAfterPossibleCommit(error)) throw error
    const knownOrder = await findPlacedOrder(request.checkoutToken, db)
    if (!knownOrder) throw error
    return knownOrder
  }
}

/** Returns true for an error after which the database may contain the order: a repeated token or an outage. */
function isErrorAfterPossibleCommit(error: unknown): boolean {
  return isDuplicate(error, 'orders_checkout_token') || isOutage(error)
}

export type RenewalRequest = {
  userId: number
  profileId: number
  actorUserId?: number
  subscriptionIds: readonly number[]
  checkoutToken: string
  termsVersion: string
  /** the prices by subscription that the buyer confirmed, in centavos */
  seenPrices: ReadonlyMap<number, number>
  today: CivilDate
}

/** Places an order that renews subscriptions without a cart, once per token. Throws OrderRefused. */
export async function placeRenewals(request: RenewalRequest): Promise<PlacedOrder> {
  try {
    return await withTransaction((trx) => insertRenewals(trx, request))
  } catch (error) {
    if (!isErrorAfterPossibleCommit(error)) throw error
    const knownOrder = await findPlacedOrder(request.checkoutToken, db)
    if (knownOrder?.userId !== request.userId) throw error
    return knownOrder
  }
}

async function insertRenewals(trx: Trx, request: RenewalRequest): Promise<PlacedOrder> {
  const { userId, profileId, subscriptionIds, today, seenPrices } = request
  const units = await lockRenewalUnits(trx, { profileId, ids: subscriptionIds, today })
  const knownOrder = await findPlacedOrder(request.checkoutToken, trx)
  if (knownOrder?.userId === userId) return knownOrder
  const isTokenOfOtherBuyer = knownOrder !== undefined
  const lacksUnits = units.length === 0 || units.length !== subscriptionIds.length
  if (isTokenOfOtherBuyer || lacksUnits) throw new OrderRefused({ code: 'form-stale' })
  const items = units.map((unit) => toRenewalItem(unit, seenPrices))
  if (needsShipping(items)) throw new OrderRefused({ code: 'shipping-required' })
  const totals = calculateTotals(items, 0)
  await checkTotal(trx, totals.total)
  const profile = await lockProfile(trx, profileId)
  if (!profile.billing) throw new OrderRefused({ code: 'address-missing' })
  // A renewed item also contains the aircraft of its subscription.
  const lines = items.map((renewedItem) => buildLine(renewedItem, renewedItem))
  const option = makeFreeOption(shippingTypes.download)
  const buyer = {
    userId,
    profileId,
    payer: findPayer(profile),
    billingId: profile.billing.id,
    shippingId: null,
  }
  const { actorUserId } = request
  const placedOrder = await storeOrder(trx, {
    request,
    lines,
    event: 'placed',
    option,
    totals,
    buyer,
    actorUserId,
  })
  await deleteOrderedRenewals(trx, userId, [...subscriptionIds])
  return placedOrder
}

/** Throws OrderRefused if the unit cannot be renewed or its price differs from the price that the buyer saw. */
function toRenewalItem(unit: RenewalUnit, seenPrices: ReadonlyMap<number, number>) {
  assertRenewable(unit)
  const price = unit.renewalPrice ?? 0
  if (seenPrices.get(unit.id) !== price)
    throw new OrderRefused({
      code: 'price-changed',
      itemKey: makeItemKey(unit.publicationId, unit.id),
      price,
    })
  return {
    ...unit,
    price,
    quantity: 1,
    isSignature: true,
    isSentImmediately: false,
    renewal: { ...unit, subscriptionId: unit.id },
  }
}

export function findOrderByToken(token: string): Promise<PlacedOrder | undefined> {
  return findPlacedOrder(token, db)
}

async function insertCartOrder(trx: Trx, request: OrderRequest): Promise<PlacedOrder> {
  const items = await listOrderedItems(trx, request)
  // A placed order empties its cart, so a filled cart proves that the token is new.
  if (request.cartId === null || !items?.length) {
    const knownOrder = await findPlacedOrder(request.checkoutToken, trx)
    if (knownOrder) return knownOrder
  }
  if (!items?.length) {
    const isExistingCart = items !== undefined && request.cartId !== null
    throw new OrderRefused({ code: isExistingCart ? 'form-stale' : 'cart-empty' })
  }
  checkItems(items, request)
  const option = await findChosenShipping(trx, items, request)
  const totals = calculateTotals(items, option.value)
  await checkTotal(trx, totals.total)
  const lines = buildLines(items, request.units)
  if ('userId' in request.buyer)
    await rejectDuplicateOrder(
      trx,
      { profileId: request.buyer.profileId, confirmedRepeatId: request.confirmedRepeatId },
      lines,
    )
  const buyer = await storeBuyer(trx, request)
  const { userId, profileId } = buyer
  await addMissingAircraft(trx, profileId, listAircraftToKeep(request.units))
  const event = items.some((item) => item.hasPhotoUpload) ? 'placed-for-review' : 'placed'
  const actorUserId = 'userId' in request.buyer ? request.buyer.actorUserId : undefined
  const placedOrder = await storeOrder(trx, { request, lines, event, option, totals, buyer, actorUserId })
  const photoNames = lines.flatMap(({ photo }) => photo ?? [])
  await claimPhotos(trx, { names: photoNames, cartId: request.cartId, userId })
  if (request.cartId !== null) await emptyCart(trx, request.cartId)
  else await deleteOrderedRenewals(trx, userId, listRenewedIds(request))
  reachFaultPoint('place-order:written')
  return placedOrder
}

function listAircraftToKeep(units: OrderRequest['units']): Aircraft[] {
  return Object.values(units).flatMap(({ isKept, registration, isForeign, serialNumber, fuel }) =>
    isKept && registration !== null
      ? [{ registration, isForeign, serialNumber, fuel: isFuelType(fuel) ? fuel : 0, nickname: null }]
      : [],
  )
}

async function storeOrder(trx: Trx, facts: OrderFacts): Promise<PlacedOrder> {
  const { option, buyer, totals, request } = facts
  const { userId, profileId } = buyer
  const { actorUserId = userId } = facts
  // A free order is released immediately, unless its photo must be reviewed.
  const event = facts.event === 'placed' && totals.total === 0 ? 'courtesy' : facts.event
  const transition = findOrderTransition(null, event)
  if (!transition) throw new Error(`No order transition for the event "${event}"`)
  const orderId = await insertOrder(trx, facts, transition.to)
  reachFaultPoint('place-order:inserted')
  await recordHistory(trx, { entity: 'order', entityId: orderId, action: event, actorUserId })
  await addToOutbox(trx, [...transition.effects, ...listFreightEffects(option)], String(orderId))
  const announce = () => announceOrder(trx, transition, orderId)
  const releaseContext = { actorUserId, source: 'customer', announce, today: request.today }
  if (event === 'courtesy') await releaseCourtesy(trx, { id: orderId, profile_id: profileId }, releaseContext)
  else await announce()
  return { orderId, userId, isRepeated: false, isUnderReview: transition.to === orderStatus.underReview }
}

function listFreightEffects({ service }: ShippingOption): Effect[] {
  return service === shippingTypes.toBeAgreed ? ['ask-staff-for-freight'] : []
}

/**
 * Returns the items, or undefined if the cart no longer exists or a new buyer has no cart. Locks the renewed
 * subscriptions and the cart. Without a cart it locks the profile, because two equal orders must not be placed
 * concurrently.
 */
async function listOrderedItems(trx: Trx, request: OrderRequest): Promise<CartItem[] | undefined> {
  const { cartId, checkoutToken: token, buyer, shownCart, today } = request
  if (cartId !== null && !(await lockCart(trx, cartId))) return undefined
  if (!('userId' in buyer)) return cartId === null ? undefined : listFormItems(trx, { cartId, token, today })
  const { profileId } = buyer
  if (cartId === null)
    await trx.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute()
  await lockSubscriptions(trx, { profileId, ids: listRenewedIds(request) })
  return cartId === null
    ? listNamedItems(shownCart.quantities, { profileId, today }, trx)
    : listFormItems(trx, { cartId, token, today })
}

function listRenewedIds({ shownCart }: OrderRequest): number[] {
  return [...shownCart.quantities.keys()].flatMap((key) => parseItemKey(key).renewsId ?? [])
}

/** Throws OrderRefused if an item cannot be sold or differs from what the buyer confirmed. */
function checkItems(items: readonly CartItem[], { shownCart, buyer }: OrderRequest) {
  for (const item of items) {
    if (!item.renewal && getUnavailableReason(item)) throw new OrderRefused({ code: 'not-sellable' })
    if (shownCart.quantities.get(item.key) !== item.quantity) throw new OrderRefused({ code: 'form-stale' })
    const seenPrice = shownCart.prices.get(item.key)
    if (seenPrice === undefined) throw new OrderRefused({ code: 'form-stale' })
    if (seenPrice === item.price) continue
    throw new OrderRefused({ code: 'price-changed', itemKey: item.key, price: item.price })
  }
  if (shownCart.prices.size !== items.length) throw new OrderRefused({ code: 'form-stale' })
  for (const { renewal, publicationId } of items) {
    if (!renewal) continue
    if (!('userId' in buyer)) throw new OrderRefused({ code: 'form-stale' })
    assertRenewable({ ...renewal, id: renewal.subscriptionId, publicationId })
  }
}

/**
 * Returns the chosen freight at the quoted price. Throws OrderRefused without a quote or for another price.
 */
async function findChosenShipping(
  trx: Trx,
  items: readonly CartItem[],
  request: OrderRequest,
): Promise<ShippingOption> {
  if (!needsShipping(items)) return makeFreeOption(shippingTypes.download)
  const service = request.shippingService
  if (!service) throw new OrderRefused({ code: 'shipping-required' })
  if (service === shippingTypes.toBeAgreed && request.offersFreightToBeAgreed) return makeFreeOption(service)
  const cep = (request.shipping ?? request.billing).zip_code
  const options = await findFreightQuote({ cep, weightKg: calculateShipmentWeightKg(items) }, trx)
  const option = options?.find((quotedOption) => quotedOption.service === service)
  if (!option) throw new OrderRefused({ code: options ? 'shipping-required' : 'shipping-changed' })
  if (option.value !== request.shownCart.shippingValue) throw new OrderRefused({ code: 'shipping-changed' })
  return option
}

export function makeFreeOption(service: string): ShippingOption {
  return { service, value: 0, days: null, estimated: false }
}

type OrderBuyer = {
  userId: number
  profileId: number
  payer: { name: string; document: string }
  billingId: number
  shippingId: number | null
}

/** Creates a new buyer's account, or updates a customer's contact data unless a colleague orders. */
async function storeBuyer(trx: Trx, { buyer, billing, shipping }: OrderRequest): Promise<OrderBuyer> {
  if (!('userId' in buyer)) {
    const { userId, profileId, billingId, shippingId } = await createAccount(trx, {
      ...buyer,
      billing,
      shipping,
    })
    if (billingId === null) throw new Error(`Account ${userId} was created without a billing address`)
    return { userId, profileId, billingId, shippingId, payer: findPayer(buyer.identity) }
  }
  const { userId, profileId, phone } = buyer
  const contact = { phone, billing, ...(shipping ? { shipping } : {}) }
  const isColleague = getActingColleague(buyer) !== undefined
  const profile = isColleague
    ? await lockProfile(trx, profileId)
    : (await changeContact(trx, { userId, profileId, action: 'contact-changed' }, contact)).profile
  return storeOrderBuyer(trx, profile, { billing, shipping })
}

/** Stores each address that differs from the profile's address. Throws OrderRefused if the payer lacks a document. */
export async function storeOrderBuyer(
  trx: Trx,
  profile: BuyerProfile,
  { billing, shipping }: Pick<OrderRequest, 'billing' | 'shipping'>,
): Promise<OrderBuyer> {
  const { userId, id: profileId } = profile
  const payer = findPayer(profile)
  const billingId = await reuseOrInsertAddress(trx, billing, profile.billing)
  const shippingId = shipping && (await reuseOrInsertAddress(trx, shipping, profile.shipping))
  return { userId, profileId, payer, billingId, shippingId }
}

type OrderFacts = {
  /** `termsVersion` is null for internal orders because nobody accepts terms for them. */
  request: Pick<OrderRequest, 'today' | 'checkoutToken' | 'handlingDays' | 'purchaseOrder'> & {
    termsVersion: string | null
  }
  lines: NewLine[]
  event: 'placed' | 'placed-for-review'
  option: ShippingOption
  totals: { publications: number; shipping: number; total: number }
  buyer: OrderBuyer
  actorUserId?: number | undefined
}

/** Writes a validated order and returns its id. */
export async function insertOrder(
  trx: Trx,
  { request, lines, option, totals, buyer }: Omit<OrderFacts, 'event' | 'actorUserId'>,
  status: OrderStatus,
): Promise<number> {
  const { profileId, payer, billingId, shippingId } = buyer
  const insertion = await insertOrderQuery.run(trx, {
    profileId,
    status,
    today: request.today,
    publications: totals.publications,
    shipping: totals.shipping,
    total: totals.total,
    service: option.service,
    shippingDays: option.days,
    handlingDays: request.handlingDays ?? null,
    billingId,
    shippingId,
    payerName: payer.name,
    payerDocument: payer.document,
    checkoutToken: request.checkoutToken,
    termsVersion: request.termsVersion,
    purchaseOrder: request.purchaseOrder ?? null,
  })
  const orderId = Number(insertion.insertId)
  await insertLines(
    trx,
    lines.map((line) => ({ ...line, order_id: orderId })),
  )
  return orderId
}

type OrderValues = {
  profileId: number
  status: OrderStatus
  today: CivilDate
  publications: number
  shipping: number
  total: number
  service: string
  shippingDays: number | null
  handlingDays: number | null
  billingId: number
  shippingId: number | null
  payerName: string
  payerDocument: string
  checkoutToken: string
  termsVersion: string | null
  purchaseOrder: string | null
}

const insertOrderQuery = compileQuery((value: ValueSlots<OrderValues>) =>
  db.insertInto('orders').values((eb) => ({
    profile_id: value('profileId'),
    status: value('status'),
    date: value('today'),
    total_publications: value('publications'),
    shipping_value: value('shipping'),
    total: value('total'),
    shipping_type: value('service'),
    shipping_days: value('shippingDays'),
    handling_days: sql<number>`coalesce(${value('handlingDays')}, default(handling_days))`,
    billing_address_id: value('billingId'),
    shipping_address_id: value('shippingId'),
    payer_name: value('payerName'),
    payer_document: value('payerDocument'),
    payer_ie: eb
      .selectFrom('profiles')
      .select((profile) => profile.fn.coalesce('ie', profile.val('')).as('ie'))
      .where('id', '=', value('profileId')),
    payer_contributor: eb.selectFrom('profiles').select('contributor').where('id', '=', value('profileId')),
    checkout_token: value('checkoutToken'),
    terms_version: value('termsVersion'),
    purchase_order: value('purchaseOrder'),
  })),
)

const insertLines = compileInsert('order_lines', [
  'order_id',
  'publication_id',
  'renews_subscription_id',
  'name',
  'version',
  'value',
  'is_signature',
  'is_download',
  'is_sent_immediately',
  ...unitAircraftColumns,
  'photo',
])

export type NewLine = ReturnType<typeof buildLines>[number]

/** Returns one line per copy. Throws OrderRefused if `units` lacks the required details of a copy. */
function buildLines(items: readonly CartItem[], units: OrderRequest['units']) {
  return items.flatMap((item) =>
    Array.from({ length: item.quantity }, (_, index) => {
      if (item.renewal) return buildLine(item, item.renewal)
      const copyNumber = index + 1
      const details = units[makeBlockKey(item, copyNumber)]
      const needsDetails = item.hasAirplaneInfo || item.hasPhotoUpload
      if (needsDetails && !details) throw new OrderRefused({ code: 'form-stale' })
      return buildLine(item, details)
    }),
  )
}

type SoldItem = Pick<CartItem, 'publicationId' | 'name' | 'version' | 'price' | 'renewal'> &
  Pick<CartItem, 'isSignature' | 'isDownload' | 'isSentImmediately'>
type CopyDetails = Omit<UnitDetails, 'photo'> & { photo?: string | null }

function buildLine(item: SoldItem, details: CopyDetails | undefined) {
  return {
    publication_id: item.publicationId,
    renews_subscription_id: item.renewal?.subscriptionId ?? null,
    name: item.name,
    version: item.version,
    value: item.price,
    is_signature: item.isSignature,
    is_download: item.isDownload,
    is_sent_immediately: item.isSentImmediately,
    ...toUnitAircraftRow(details ?? noAircraft),
    photo: details?.photo ?? null,
  }
}

type Renewable = Pick<RenewalUnit, 'id' | 'publicationId' | 'blocker' | 'openOrderId'>

function assertRenewable({ id, publicationId, blocker, openOrderId: orderId }: Renewable) {
  if (!blocker) return
  throw new OrderRefused({
    code: 'not-renewable',
    itemKey: makeItemKey(publicationId, id),
    blocker,
    orderId,
  })
}

/** Throws OrderRefused if the total is outside a boleto's limits. A total of 0 needs no boleto. */
export async function checkTotal(trx: Trx, total: number): Promise<void> {
  if (total > maxBoletoValue) throw new OrderRefused({ code: 'total-too-high' })
  const minimum = await findMissedMinimum(total, trx)
  if (minimum !== null) throw new OrderRefused({ code: 'below-minimum', minimum })
}

/** Throws OrderRefused if an equal order was placed within ten minutes, unless the buyer confirmed the repeat. */
export async function rejectDuplicateOrder(
  trx: Trx,
  { profileId, confirmedRepeatId }: { profileId: number; confirmedRepeatId: number | null },
  lines: NewLine[],
): Promise<void> {
  const since = new Date(Date.now() - repeatedOrderMinutes * 60_000)
  const recentLines = await recentLinesQuery.rows(trx, { profileId, since })
  const newContent = joinLineTexts(lines)
  const recentOrderIds = [...new Set(recentLines.map((line) => line.id))]
  const duplicateId = recentOrderIds.find((orderId) => {
    const orderLines = recentLines.filter((line) => line.id === orderId)
    return joinLineTexts(orderLines) === newContent
  })
  if (duplicateId !== undefined && duplicateId !== confirmedRepeatId)
    throw new OrderRefused({ code: 'just-ordered', orderId: duplicateId })
}

const recentLinesQuery = compileQuery((value: ValueSlots<{ profileId: number; since: Date }>) =>
  db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['orders.id', 'publication_id', 'renews_subscription_id', 'airplane_registration', 'value'])
    .where('profile_id', '=', value('profileId'))
    .where('orders.created_at', '>', value('since'))
    .where('status', '!=', orderStatus.cancelled)
    .orderBy('orders.id', 'desc')
    .limit(1000),
)

type ComparedColumn = 'publication_id' | 'renews_subscription_id' | 'airplane_registration' | 'value'

function joinLineTexts(lines: Pick<NewLine, ComparedColumn>[]): string {
  const texts = lines.map((line) => {
    const itemKey = makeItemKey(line.publication_id, line.renews_subscription_id)
    return `${itemKey} ${line.airplane_registration ?? ''} ${line.value}`
  })
  return texts.sort().join()
}

function findPayer(profile: Pick<Identity, 'isCompany' | 'name' | 'companyName' | 'cpf' | 'cnpj'>) {
  const document = profile.isCompany ? profile.cnpj : profile.cpf
  if (!document) throw new OrderRefused({ code: 'payer-incomplete' })
  return { name: (profile.isCompany && profile.companyName) || profile.name, document }
}

export async function findPlacedOrder(token: string, reader: DbOrTrx): Promise<PlacedOrder | undefined> {
  const order = await reader
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.id as orderId', 'user_id as userId', 'status'])
    .where('checkout_token', '=', token)
    .executeTakeFirst()
  if (!order) return undefined
  const { orderId, userId, status } = order
  return { orderId, userId, isRepeated: true, isUnderReview: status === orderStatus.underReview }
}
