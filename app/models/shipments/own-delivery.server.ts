import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type Address, formatAddressLine } from '#app/models/accounts/address.server.ts'
import { insertContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import {
  correctOrderDelivery,
  type DeliveryCorrectionResult,
  isDeliveryCorrectable,
} from '#app/models/shipments/delivery-correction.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'

type OwnedOrder = { orderId: number; profileId: number }

/**
 * Returns the delivery that a customer may correct. `way` is 'asked' if staff decide because of a return or an
 * invoice, and 'closed' if a copy was sent or no copy will be sent.
 */
export async function findOwnDelivery({ orderId, profileId }: OwnedOrder, reader: DbOrTrx = db) {
  const order = await reader
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .where('orders.id', '=', orderId)
    .where('profile_id', '=', profileId)
    .select(['orders.id', 'status', 'shipping_type', 'orders.anonymised_at', 'nfe', 'orders.lock_version'])
    .select(['phone', orderAddressId.as('addressId')])
    .executeTakeFirst()
  if (!order) return undefined
  const [[address], shipments, invoice, items] = await Promise.all([
    listAddresses([order.addressId], reader),
    listShipmentStates(reader, orderId),
    findInvoice(reader, orderId),
    listWeights(reader, orderId),
  ])
  const { sent, delivered, returned } = shipmentStatus
  const hasShipmentIn = (...statuses: number[]) => shipments.some(({ status }) => statuses.includes(status))
  const isOpen = isDeliveryCorrectable(order) && address !== undefined && !hasShipmentIn(sent, delivered)
  const needsStaff = hasShipmentIn(returned) || order.nfe !== null || invoice !== undefined
  const openWay = needsStaff ? ('asked' as const) : ('at-once' as const)
  return { ...order, address, items, way: isOpen ? openWay : ('closed' as const) }
}

type DeliveryWish = OwnedOrder & { to: Address; seenVersion: number }

/** Corrects the customer's own delivery address immediately. Throws StaleRecordError. */
export function correctOwnDelivery(
  { to, seenVersion, ...ownedOrder }: DeliveryWish,
  actor: Actor,
): Promise<DeliveryCorrectionResult> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, ownedOrder.orderId)
    const delivery = await findOwnDelivery(ownedOrder, trx)
    if (!delivery) return 'unknown'
    if (delivery.way !== 'at-once') return 'not-possible'
    return correctOrderDelivery(ownedOrder.orderId, { to }, actor, seenVersion, trx)
  })
}

/** Counts answered requests because an equal request after an answer is a new request. */
async function countHandledRequests(trx: Trx, orderId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('history')
    .innerJoin('contact_messages', (join) =>
      join.on(
        'contact_messages.id',
        '=',
        sql<number>`json_unquote(json_extract(history.details, '$.message'))`,
      ),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('history.entity', '=', 'order')
    .where('history.entity_id', '=', orderId)
    .where('history.action', '=', 'delivery-requested')
    .where('contact_messages.handled_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sends staff a message. `text` contains the former and the new address. */
export function requestOwnDelivery(
  { to, seenVersion, ...ownedOrder }: DeliveryWish,
  asker: { text: string; name: string; email: string; userId: number },
  actor: Actor,
): Promise<number | Exclude<DeliveryCorrectionResult, 'changed' | 'account-changed'>> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, ownedOrder.orderId)
    const delivery = await findOwnDelivery(ownedOrder, trx)
    if (!delivery) return 'unknown'
    if (delivery.way === 'closed') return 'not-possible'
    if (delivery.lock_version !== seenVersion) throw new StaleRecordError()
    const formerAddress = formatAddressLine(delivery.address)
    const newAddress = formatAddressLine(to)
    if (formerAddress === newAddress) return 'unchanged'
    const handledCount = await countHandledRequests(trx, ownedOrder.orderId)
    const requestText = JSON.stringify([ownedOrder.orderId, formerAddress, newAddress, handledCount])
    const form_hash = createHash('sha256').update(requestText).digest('hex')
    const knownMessageId = await findMessageId(trx, form_hash)
    if (knownMessageId !== undefined) return knownMessageId
    const { userId, ...sender } = asker
    const messageId = await insertContactMessage(trx, {
      ...sender,
      phone: delivery.phone,
      form_hash,
      user_id: userId,
    })
    await recordHistory(trx, {
      entity: 'order',
      entityId: ownedOrder.orderId,
      action: 'delivery-requested',
      details: { changes: { delivery: [formerAddress, newAddress] }, message: messageId },
      ...actor,
    })
    return messageId
  })
}

async function findMessageId(trx: Trx, formHash: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('form_hash', '=', formHash)
    .executeTakeFirst()
  return row?.id
}

function listShipmentStates(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('shipments')
    .innerJoin('shipment_orders', 'shipment_id', 'shipments.id')
    .where('order_id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .select('status')
    .limit(500)
    .execute()
}

function findInvoice(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('invoices')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['draft', 'sent', 'authorised'])
    .select('id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the weights in grams for the freight calculation. */
async function listWeights(reader: DbOrTrx, orderId: number) {
  const rows = await reader
    .selectFrom('order_lines')
    .innerJoin('publications', 'publications.id', 'publication_id')
    .where('order_id', '=', orderId)
    .select(['weight', 'order_lines.is_download as isDownload'])
    .limit(1000)
    .execute()
  return rows.map(({ weight, isDownload }) => ({ weight, isDownload: Boolean(isDownload), quantity: 1 }))
}
