import { fillAircraft } from '#app/domain/checkout/draft.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  addRenewalsToCart,
  findCart,
  lockOrCreateCart,
  putCartItem,
  touchCart,
} from '#app/models/checkout/cart.server.ts'
import { findOrCreateDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { listRenewalUnits } from '#app/models/subscriptions/renewal.server.ts'

/** Numbers of publications that were added or are no longer sold, and of renewals that were added or skipped */
export type BuyAgainResult = {
  addedCount: number
  missingCount: number
  needsPhoto: boolean
  renewals: number
  skippedRenewals: number
}

type Buyer = { userId: number; profileId: number }
type Line = Awaited<ReturnType<ReturnType<typeof listLines>['execute']>>[number]

/**
 * Adds the order's copies to the cart unless the cart already contains as many. Adds the order's aircraft without
 * photos to the checkout draft. Returns undefined for an order of another customer.
 */
export function buyAgain(
  orderId: number,
  buyer: Buyer,
  today = toCivilDate(new Date()),
): Promise<BuyAgainResult | undefined> {
  return withTransaction(async (trx) => {
    const lines = await listLines(trx, buyer.profileId).where('orders.id', '=', orderId).execute()
    const lineCounts = await addLinesToCart(trx, buyer, lines)
    if (!lineCounts) return undefined
    const renewalCounts = await addRenewals(trx, orderId, buyer, today)
    return { ...lineCounts, ...renewalCounts }
  })
}

/** Adds the order's renewals to the cart, except renewals that are not possible today. */
async function addRenewals(trx: Trx, orderId: number, { userId, profileId }: Buyer, today: CivilDate) {
  const lines = await trx
    .selectFrom('order_lines')
    .where('order_id', '=', orderId)
    .where('renews_subscription_id', 'is not', null)
    .select('renews_subscription_id as id')
    .execute()
  const subscriptionIds = lines.flatMap(({ id }) => id ?? [])
  const units = await listRenewalUnits({ profileId, ids: subscriptionIds, today }, trx)
  const renewableUnits = units.filter(({ blocker }) => blocker === null)
  await addRenewalsToCart(userId, renewableUnits, trx)
  const skippedRenewals = subscriptionIds.length - renewableUnits.length
  return { renewals: renewableUnits.length, skippedRenewals }
}

/** Adds a unit's publication to the cart, even after expiry. Returns undefined for another customer's unit. */
export function buyUnitAgain(subscriptionId: number, buyer: Buyer): Promise<BuyAgainResult | undefined> {
  return withTransaction(async (trx) => {
    const lines = await listLines(trx, buyer.profileId)
      .innerJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
      .where('subscriptions.id', '=', subscriptionId)
      .execute()
    return addLinesToCart(trx, buyer, lines)
  })
}

async function addLinesToCart(
  trx: Trx,
  { userId }: Buyer,
  lines: Line[],
): Promise<BuyAgainResult | undefined> {
  if (lines.length === 0) return undefined
  const publicationIds = [...new Set(lines.map((line) => line.publicationId))]
  const idsOnSale = publicationIds.filter((id) =>
    lines.some((line) => line.publicationId === id && line.active),
  )
  if (idsOnSale.length > 0) await fillCartAndDraft(trx, userId, idsOnSale, lines)
  const needsPhoto = lines.some((line) => line.active && line.hasPhotoUpload)
  const missingCount = publicationIds.length - idsOnSale.length
  return { addedCount: idsOnSale.length, missingCount, needsPhoto, renewals: 0, skippedRenewals: 0 }
}

/** Adds the copies to the cart and their aircraft to the draft. */
async function fillCartAndDraft(trx: Trx, userId: number, publicationIds: number[], lines: Line[]) {
  const cartId = await lockOrCreateCart(trx, { userId })
  const cart = await findCart({ userId }, trx)
  let { fields } = await findOrCreateDraft(cartId, trx)
  for (const publicationId of publicationIds) {
    const copies = lines.filter((line) => line.publicationId === publicationId)
    const cartItem = cart?.items.find((item) => item.publicationId === publicationId && !item.renewal)
    const ownedCount = cartItem?.quantity ?? 0
    const isDownload = copies[0]?.isDownload ?? false
    const filledDraft = fillAircraft(fields, { publicationId, ownedCount, isDownload }, copies)
    fields = filledDraft.fields
    await putCartItem(trx, cartId, publicationId, filledDraft.quantity)
  }
  await saveDraft(cartId, fields, trx)
  await touchCart(trx, cartId)
}

function listLines(trx: Trx, profileId: number) {
  return trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .where('orders.profile_id', '=', profileId)
    .where('renews_subscription_id', 'is', null)
    .select([
      'order_lines.publication_id as publicationId',
      'active',
      'publications.is_download as isDownload',
    ])
    .select(['has_photo_upload as hasPhotoUpload', 'airplane_is_foreign as isForeign'])
    .select((eb) => {
      const isRequired = eb.case().when('has_airplane_info', '=', true)
      return [
        isRequired.then(eb.ref('airplane_registration')).end().as('registration'),
        isRequired.then(eb.ref('airplane_serial_number')).end().as('serialNumber'),
      ]
    })
    .select('fuel_type as fuel')
    .orderBy('order_lines.id')
    .limit(1000)
}
