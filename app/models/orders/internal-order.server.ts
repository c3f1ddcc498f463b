import { toUnitAircraftRow, type UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { getInternalValue, type InternalPrice } from '#app/domain/orders/internal-order.ts'
import { findOrderTransition } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockProfile } from '#app/models/accounts/user.server.ts'
import { announceOrder } from '#app/models/orders/order-event.server.ts'
import {
  checkTotal,
  findPlacedOrder,
  insertOrder,
  makeFreeOption,
  type NewLine,
  OrderRefused,
  type PlacedOrder,
  rejectDuplicateOrder,
  storeOrderBuyer,
} from '#app/models/orders/order-placement.server.ts'
import { releaseCourtesy } from '#app/models/orders/order-status.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { lockRenewalUnits, type RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'
import { listLiveSubscriptions } from '#app/models/subscriptions/subscription.server.ts'

export type InternalItem = UnitAircraft & {
  publicationId: number
  price: InternalPrice
  /** the price in centavos that staff confirmed */
  seenValue: number
  renewsSubscriptionId: number | null
}

export type InternalOrder = {
  profileId: number
  items: readonly InternalItem[]
  /** idempotency token; confirmations with the same token create one order */
  token: string
  actorUserId: number
  today: CivilDate
  /** the client's own order number */
  purchaseOrder?: string | null
  /** id of the recent equal order that staff repeat on purpose; null for none; undefined skips the check */
  confirmedRepeatId?: number | null
}

/** Places a client's order, which needs no freight, photo or terms. Releases a free order. Throws OrderRefused. */
export async function placeInternalOrder(order: InternalOrder): Promise<PlacedOrder> {
  try {
    return await withTransaction((trx) => insertInternalOrder(trx, order))
  } catch (error) {
    if (!isDuplicate(error, 'orders_checkout_token')) throw error
    const knownOrder = await findPlacedOrder(order.token, db)
    if (!knownOrder) throw error
    return knownOrder
  }
}

/** Returns publications on sale, each with the client's active and renewable subscriptions. */
export async function listOffers(profileId: number, publicationIds: number[], today: CivilDate) {
  const [publications, liveSubscriptions] = await Promise.all([
    selectOnSale(db, publicationIds),
    listLiveSubscriptions(profileId, publicationIds, today),
  ])
  return publications.map((publication) => {
    const clientSubscriptions = liveSubscriptions.filter(
      ({ publicationId }) => publicationId === publication.id,
    )
    const renewableSubscriptions = clientSubscriptions.filter(({ canRenew }) => canRenew)
    const renewals = renewableSubscriptions.map(({ id, registration, serialNumber, due }) => ({
      id,
      registration,
      serialNumber,
      due,
    }))
    return {
      ...publication,
      renewals,
      activeSubscriptions: clientSubscriptions.map(
        ({ id, publicationId, registration, serialNumber, due }) => ({
          id,
          publicationId,
          registration,
          serialNumber,
          due,
        }),
      ),
    }
  })
}

async function insertInternalOrder(trx: Trx, order: InternalOrder): Promise<PlacedOrder> {
  const { profileId, token, actorUserId, today } = order
  const knownOrder = await findPlacedOrder(token, trx)
  if (knownOrder) return knownOrder
  const lines = await buildOrderLines(trx, order)
  const buyer = await lockBuyer(trx, profileId)
  const { userId } = buyer
  const { confirmedRepeatId } = order
  if (confirmedRepeatId !== undefined)
    await rejectDuplicateOrder(trx, { profileId, confirmedRepeatId }, lines)
  const pricedLines = lines.map(({ value }) => ({ price: value, quantity: 1 }))
  const shippingValue = 0
  const totals = calculateTotals(pricedLines, shippingValue)
  await checkTotal(trx, totals.total)
  const event = totals.total === 0 ? 'courtesy' : 'placed'
  const transition = findOrderTransition(null, event)
  if (!transition) throw new Error(`No order transition for the event "${event}"`)
  const { purchaseOrder = null } = order
  const request = { today, checkoutToken: token, termsVersion: null, purchaseOrder }
  const facts = { request, lines, option: makeFreeOption(shippingTypes.internal), totals, buyer }
  const orderId = await insertOrder(trx, facts, transition.to)
  const actor = { actorUserId, source: 'internal-order' }
  await recordHistory(trx, { entity: 'order', entityId: orderId, action: event, ...actor })
  await addToOutbox(trx, transition.effects, String(orderId))
  const announce = () => announceOrder(trx, transition, orderId)
  const orderKey = { id: orderId, profile_id: profileId }
  if (event === 'courtesy') await releaseCourtesy(trx, orderKey, { ...actor, announce, today })
  else await announce()
  return { orderId, userId, isRepeated: false, isUnderReview: false }
}

async function lockBuyer(trx: Trx, profileId: number) {
  const profile = await lockProfile(trx, profileId, () => new OrderRefused({ code: 'form-stale' }))
  const { billing, shipping = null } = profile
  if (!billing) throw new OrderRefused({ code: 'address-missing' })
  return storeOrderBuyer(trx, profile, { billing, shipping })
}

type OrderedItems = Pick<InternalOrder, 'profileId' | 'items' | 'today'>

/** Returns order lines at today's prices. Throws OrderRefused. */
export async function buildOrderLines(
  trx: Trx,
  { profileId, items, today }: OrderedItems,
): Promise<NewLine[]> {
  if (items.length === 0) throw new OrderRefused({ code: 'cart-empty' })
  const renewedIds = items.flatMap(({ renewsSubscriptionId }) => renewsSubscriptionId ?? [])
  if (new Set(renewedIds).size < renewedIds.length) throw new OrderRefused({ code: 'form-stale' })
  const subscriptions = await lockRenewalUnits(trx, { profileId, ids: renewedIds, today })
  const publicationIds = items.map(({ publicationId }) => publicationId)
  const publications = await selectOnSale(trx, publicationIds)
  return items.map((item, index) => {
    const publication = publications.find(({ id }) => id === item.publicationId)
    if (!publication) throw new OrderRefused({ code: 'not-sellable' })
    const value = getInternalValue(item.price, publication)
    if (value === null) throw new OrderRefused({ code: 'form-stale' })
    if (value !== item.seenValue)
      throw new OrderRefused({ code: 'price-changed', itemKey: String(index), price: value })
    const renewedSubscription = findRenewedSubscription(item, subscriptions, index)
    return toNewLine(item, { publication, value, renewedSubscription })
  })
}

/** Returns the renewed subscription or null. Throws OrderRefused if its publication, state or price forbids it. */
function findRenewedSubscription(item: InternalItem, subscriptions: readonly RenewalUnit[], index: number) {
  if (item.renewsSubscriptionId === null) return null
  const subscription = subscriptions.find(({ id }) => id === item.renewsSubscriptionId)
  if (subscription?.publicationId !== item.publicationId || item.price !== 'signature')
    throw new OrderRefused({ code: 'form-stale' })
  const { blocker, openOrderId: orderId } = subscription
  if (blocker) throw new OrderRefused({ code: 'not-renewable', itemKey: String(index), blocker, orderId })
  return subscription
}

type PricedItem = {
  publication: Awaited<ReturnType<typeof selectOnSale>>[number]
  value: number
  renewedSubscription: RenewalUnit | null
}

function toNewLine(item: InternalItem, { publication, value, renewedSubscription }: PricedItem): NewLine {
  return {
    publication_id: publication.id,
    renews_subscription_id: item.renewsSubscriptionId,
    name: publication.name,
    version: publication.version,
    value,
    is_signature: publication.isSignature,
    is_download: publication.isDownload,
    is_sent_immediately: renewedSubscription === null && publication.isSentImmediately,
    ...toUnitAircraftRow(renewedSubscription ?? item),
    photo: null,
  }
}

function selectOnSale(reader: DbOrTrx, ids: readonly number[]) {
  return reader
    .selectFrom('publications')
    .where('id', 'in', nonEmptyIds(ids))
    .where('active', '=', true)
    .select(['id', 'name', 'version', 'price', 'price_signature as renewalPrice'])
    .select(['is_signature as isSignature', 'is_download as isDownload'])
    .select(['is_sent_immediately as isSentImmediately', 'has_airplane_info as hasAirplaneInfo'])
    .orderBy('id')
    .execute()
}
