import type { Expression } from 'kysely'
import { unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import type { RequiredPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { limitQuantity, makeItemKey, parseItemKey } from '#app/domain/checkout/cart.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { findRenewalBlocker } from '#app/domain/subscriptions/subscription.ts'
import { selectPriceOn } from '#app/models/checkout/cart-quotes.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import {
  listRenewalUnits,
  openRenewalOrder,
  type RenewalUnit,
} from '#app/models/subscriptions/renewal.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

type Aircraft = Pick<RenewalUnit, 'registration' | 'isForeign' | 'serialNumber' | 'fuel'>
type Renewal = { subscriptionId: number } & Aircraft & Pick<RenewalUnit, 'due' | 'blocker' | 'openOrderId'>

export type CartItem = RequiredPhoto & {
  /** the result of makeItemKey */
  key: string
  publicationId: number
  name: string
  version: string
  price: number
  /** the shop's price today in centavos, even if a price quote filled the cart */
  shopPrice: number
  weight: number
  quantity: number
  isDownload: boolean
  isSignature: boolean
  isSentImmediately: boolean
  hasAirplaneInfo: boolean
  hasPhotoUpload: boolean
  active: boolean
  /** set if this item renews a subscription, at the lower price */
  renewal: Renewal | null
}

type CartRow = Awaited<ReturnType<ReturnType<typeof selectCartRows>['executeTakeFirstOrThrow']>>

/** Selects cart items. The caller adds the condition for the cart. `renewedId` is null for other customers' units. */
export function selectCartRows(today: Expression<CivilDate>) {
  return db
    .selectFrom('carts')
    .innerJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .innerJoin('publications', 'publications.id', 'cart_items.publication_id')
    .leftJoin('price_quotes', 'price_quotes.id', 'cart_items.quote_id')
    .leftJoin('price_quote_lines', (join) =>
      join
        .onRef('price_quote_lines.quote_id', '=', 'cart_items.quote_id')
        .onRef('price_quote_lines.publication_id', '=', 'cart_items.publication_id')
        .onRef('price_quote_lines.is_download', '=', 'publications.is_download')
        .onRef('price_quote_lines.is_signature', '=', 'publications.is_signature'),
    )
    .leftJoin('profiles', 'profiles.user_id', 'carts.user_id')
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.id', '=', 'cart_items.renews_subscription_id')
        .onRef('subscriptions.profile_id', '=', 'profiles.id'),
    )
    .leftJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .orderBy('cart_items.id')
    .limit(500)
    .select(publicationColumns)
    .select(selectPriceOn(today))
    .select(['carts.id as cartId', 'carts.version as cartVersion', 'cart_items.quantity'])
    .select(['price_signature as renewalPrice', 'cart_items.renews_subscription_id as renewsId'])
    .select(['subscriptions.id as renewedId', 'due', 'suspended_at as suspendedAt'])
    .select(unitAircraftSelection)
    .select(['order_lines.is_download as renewedIsDownload'])
    .select([openRenewalOrder.as('openOrderId'), selectOpenWithdrawal(today).as('withdrawal')])
}

export function toCartItems(rows: readonly CartRow[], today: CivilDate): CartItem[] {
  return rows.flatMap((row) => {
    const item = toPublicationItem(row)
    const isRenewal = row.renewsId !== 0
    if (!isRenewal) return [{ ...item, key: makeItemKey(row.publicationId, null), renewal: null }]
    const unit = readRenewedUnit(row, today)
    const price = row.renewalPrice ?? row.price
    return unit ? [toRenewalItem({ ...item, price }, unit)] : []
  })
}

function toPublicationItem(row: CartRow) {
  return {
    publicationId: row.publicationId,
    name: row.name,
    version: row.version,
    price: row.price,
    shopPrice: row.shopPrice,
    weight: row.weight,
    quantity: row.quantity,
    active: row.active,
    isDownload: row.isDownload,
    isSignature: row.isSignature,
    isSentImmediately: row.isSentImmediately,
    hasAirplaneInfo: row.hasAirplaneInfo,
    hasPhotoUpload: row.hasPhotoUpload,
    photoSubject: row.photoSubject,
    photoNote: row.photoNote,
  }
}

type RenewedUnit = Omit<Renewal, 'subscriptionId'> & { id: number; isDownload: boolean }

function readRenewedUnit(row: CartRow, today: CivilDate): RenewedUnit | undefined {
  const { renewedId: id, due, registration, serialNumber, fuel, openOrderId, active, renewalPrice } = row
  if (id === null) return undefined
  const state = { isSuspended: row.suspendedAt !== null, isWithdrawn: row.withdrawal !== null }
  const blocker = findRenewalBlocker({ due, openOrderId, active, renewalPrice, ...state }, today)
  const aircraft = { registration, isForeign: row.isForeign ?? false, serialNumber, fuel }
  return { id, isDownload: row.renewedIsDownload ?? false, ...aircraft, due, blocker, openOrderId }
}

/** Converts an item to a renewal with the aircraft and medium of its subscription. A renewal ships no copy. */
function toRenewalItem(item: Omit<CartItem, 'key' | 'renewal'>, unit: RenewedUnit): CartItem {
  const { id: subscriptionId, isDownload, ...renewalFields } = unit
  return {
    ...item,
    key: makeItemKey(item.publicationId, subscriptionId),
    quantity: 1,
    isDownload,
    isSignature: true,
    isSentImmediately: false,
    hasAirplaneInfo: false,
    hasPhotoUpload: false,
    renewal: { subscriptionId, ...renewalFields },
  }
}

const publicationColumns = [
  'publications.id as publicationId',
  'publications.name',
  'publications.version',
  'publications.weight',
  'publications.active',
  'publications.is_download as isDownload',
  'publications.is_signature as isSignature',
  'publications.is_sent_immediately as isSentImmediately',
  'publications.has_airplane_info as hasAirplaneInfo',
  'publications.has_photo_upload as hasPhotoUpload',
  'publications.photo_subject as photoSubject',
  'publications.photo_note as photoNote',
  'publications.price as shopPrice',
] as const

type Buyer = { profileId: number; today: CivilDate }

/** Returns items in the sequence of their keys. Omits unknown items and other customers' renewals. */
export async function listNamedItems(
  quantities: ReadonlyMap<string, number>,
  { profileId, today }: Buyer,
  reader: DbOrTrx = db,
): Promise<CartItem[]> {
  const namedItems = [...quantities.keys()].map((key) => ({ key, ...parseItemKey(key) }))
  const renewedIds = namedItems.flatMap(({ renewsId }) => renewsId ?? [])
  const units = await listRenewalUnits({ profileId, ids: renewedIds, today }, reader)
  const namedPublicationIds = namedItems.flatMap(({ publicationId }) => publicationId ?? [])
  const renewedPublicationIds = units.map(({ publicationId }) => publicationId)
  const publications = await listPublicationRows([...namedPublicationIds, ...renewedPublicationIds], reader)
  return namedItems.flatMap(({ key, publicationId, renewsId }) => {
    const unit = units.find(({ id }) => id === renewsId)
    const itemPublicationId = unit?.publicationId ?? publicationId
    const publication = publications.find((row) => row.publicationId === itemPublicationId)
    if (!publication) return []
    const quantity = limitQuantity(quantities.get(key) ?? 0, publication.isDownload)
    if (!unit) return [{ ...publication, key, quantity, renewal: null }]
    const price = unit.renewalPrice ?? publication.price
    return [toRenewalItem({ ...publication, quantity, price }, toRenewedUnit(unit))]
  })
}

function listPublicationRows(ids: readonly number[], reader: DbOrTrx) {
  return reader
    .selectFrom('publications')
    .where('id', 'in', nonEmptyIds(ids))
    .where('removed_at', 'is', null)
    .select(publicationColumns)
    .select('price')
    .execute()
}

function toRenewedUnit(unit: RenewalUnit): RenewedUnit {
  const { id, isDownload, registration, isForeign, serialNumber, fuel, due, blocker, openOrderId } = unit
  return { id, isDownload, registration, isForeign, serialNumber, fuel, due, blocker, openOrderId }
}
