import { randomBytes } from 'node:crypto'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { findOrderTransition, type OrderEvent, orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { calculateDueDate, getFirstStatus } from '#app/domain/subscriptions/subscription.ts'
import { type BuyerProfile, changeContact } from '#app/models/accounts/user.server.ts'
import {
  type Buyer,
  insertOrder,
  type OrderRequest,
  storeOrderBuyer,
} from '#app/models/orders/order-placement.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { address, makeBuyerData } from '../people.ts'
import { insertCustomer } from './people.ts'

/** The freight of all shipped orders. */
export const pac = { service: 'PAC', value: 22_50, days: 6, estimated: true }

export type OrderRowData = Partial<
  Pick<OrderRequest, 'today' | 'units' | 'termsVersion' | 'purchaseOrder' | 'handlingDays' | 'billing'>
> & {
  buyer?: Buyer
  paid?: { on: CivilDate; by: Actor }
}

/**
 * Inserts the rows that `placeOrder` writes for an order of a new customer or of `buyer`, and with `paid` also those
 * of `confirmPayment`. Omits the emptied cart and the freight quote, and notifies no webhook endpoint.
 * `tests/models/orders/order-rows.test.ts` compares the rows of both ways.
 */
export async function insertOrderRows(
  trx: Trx,
  quantities: Readonly<Record<number, number>>,
  { units = {}, paid, today = '2026-11-21', billing = address, ...data }: OrderRowData = {},
) {
  const items = await listItems(trx, quantities)
  const requiresFreight = items.some((item) => !item.is_download)
  const shippingOption = requiresFreight
    ? pac
    : { service: shippingTypes.download, value: 0, days: null, estimated: false }
  const totals = calculateTotals(items, shippingOption.value)
  const profile = await findOrCreateBuyer(trx, data.buyer, billing)
  const buyer = await storeOrderBuyer(trx, profile, { billing, shipping: null })
  const request = {
    termsVersion: '2026-01-01',
    ...data,
    today,
    checkoutToken: randomBytes(16).toString('hex'),
  }
  const lines = items.flatMap((item) => makeLines(item, units))
  const changes = listChanges(items, { total: totals.total, actorUserId: profile.userId, paid, today })
  const orderId = await insertOrder(
    trx,
    { request, lines, option: shippingOption, totals, buyer },
    changes.status,
  )
  const order = { id: orderId, profileId: profile.id }
  const lineIds = changes.paidOn ? await releaseLines(trx, order, changes.paidOn) : []
  const entries = changes.history.map((entry) => ({ ...entry, entity: 'order' as const, entityId: orderId }))
  await recordHistory(trx, ...entries)
  await addToOutbox(trx, changes.effects, String(orderId))
  const isUnderReview = changes.status === orderStatus.underReview
  return {
    placed: { orderId, userId: profile.userId, isRepeated: false, isUnderReview },
    profileId: profile.id,
    lineIds,
  }
}

type Item = Awaited<ReturnType<typeof listItems>>[number]
type Placement = { total: number; actorUserId: number; paid: OrderRowData['paid']; today: CivilDate }

/** Returns the final status, history and effects of the order's transitions. */
function listChanges(items: readonly Item[], { total, actorUserId, paid, today }: Placement) {
  const isForReview = items.some((item) => item.has_photo_upload)
  const isCourtesy = total === 0 && !isForReview
  const actionWithoutReview = isCourtesy ? 'courtesy' : 'placed'
  const action = isForReview ? 'placed-for-review' : actionWithoutReview
  const placement = getTransition(null, action)
  const history = [{ action, actorUserId }]
  if (!paid) {
    const paidOn = isCourtesy ? today : null
    return { status: placement.to, paidOn, history, effects: placement.effects }
  }
  if (action !== 'placed') throw new Error(`An order that is ${action} must be paid by confirmPayment`)
  const payment = getTransition(placement.to, 'paid')
  const paymentEntry = { action: 'paid', ...paid.by, details: { from: placement.to, on: paid.on } }
  return {
    status: payment.to,
    paidOn: paid.on,
    history: [...history, paymentEntry],
    effects: [...placement.effects, ...payment.effects],
  }
}

function getTransition(status: number | null, event: OrderEvent) {
  const transition = findOrderTransition(status, event)
  if (!transition) throw new Error(`No transition of status ${status} by ${event}`)
  return transition
}

async function listItems(trx: Trx, quantities: Readonly<Record<number, number>>) {
  const ids = Object.keys(quantities).map(Number)
  const rows = await trx
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'price', 'is_signature', 'is_download', 'is_sent_immediately'])
    .select(['has_airplane_info', 'has_photo_upload'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  if (rows.length !== ids.length) throw new Error(`No such publications: ${ids.join()}`)
  return rows.map(({ price, ...row }) => ({ ...row, price: price ?? 0, quantity: quantities[row.id] ?? 0 }))
}

function makeLines(item: Item, units: OrderRequest['units']) {
  return Array.from({ length: item.quantity }, (_, index) => {
    const unit = units[`${item.id}-${item.has_airplane_info ? index + 1 : 0}`]
    if (item.has_airplane_info && !unit) throw new Error(`No aircraft for unit ${index + 1} of ${item.name}`)
    if (unit?.isKept || unit?.photo) throw new Error('An aircraft or a photo must be stored by placeOrder')
    return {
      publication_id: item.id,
      renews_subscription_id: null,
      name: item.name,
      version: item.version,
      value: item.price,
      is_signature: item.is_signature,
      is_download: item.is_download,
      is_sent_immediately: item.is_sent_immediately,
      airplane_registration: unit?.registration ?? null,
      airplane_is_foreign: unit?.isForeign ?? false,
      airplane_serial_number: unit?.serialNumber ?? null,
      fuel_type: unit?.fuel ?? null,
      photo: null,
    }
  })
}

/** Creates a new customer, or updates the contact of the customer that `buyer` names. */
async function findOrCreateBuyer(
  trx: Trx,
  buyer: Buyer | undefined,
  billing: OrderRequest['billing'],
): Promise<BuyerProfile> {
  if (!buyer || !('userId' in buyer))
    return insertCustomer(trx, { ...(await makeBuyerData()), ...buyer, billing })
  const { userId, profileId, phone } = buyer
  const change = { userId, profileId, action: 'contact-changed' }
  const { profile } = await changeContact(trx, change, { phone, billing })
  return profile
}

/** Marks the order as paid and creates a subscription for each line. Returns the ids of the lines. */
async function releaseLines(trx: Trx, order: { id: number; profileId: number }, paidOn: CivilDate) {
  await trx.updateTable('orders').set({ paid_on: paidOn }).where('id', '=', order.id).execute()
  const lines = await trx
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .select(['id', 'publication_id', 'is_download', 'is_signature', 'is_sent_immediately'])
    .orderBy('id')
    .execute()
  await trx
    .insertInto('subscriptions')
    .values(
      lines.map((line) => {
        const sold = {
          isDownload: line.is_download,
          isSignature: line.is_signature,
          isSentImmediately: line.is_sent_immediately,
        }
        return {
          order_line_id: line.id,
          profile_id: order.profileId,
          publication_id: line.publication_id,
          status: getFirstStatus(sold),
          starts_on: paidOn,
          due: calculateDueDate(paidOn, sold),
        }
      }),
    )
    .execute()
  return lines.map((line) => line.id)
}
