import { createHash } from 'node:crypto'
import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { isAwaitingDispatch, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordChange, recordHistory } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'
import { shipmentAddressId } from '#app/models/shipments/shipment-address.server.ts'
import {
  lockOrders,
  type OrderContents,
  replaceContents,
  ShipmentRefused,
} from '#app/models/shipments/shipment-contents.server.ts'
import { readShipmentValues } from '#app/models/shipments/shipment-values.server.ts'
import { addRevision, selectShippedContents } from '#app/models/shipments/shipped-revision.server.ts'

const FORM_KEY_LENGTH = 32

export type NewShipment = {
  profileId: number
  /** member of staff who is responsible */
  ownerUserId: number
  type: ShipmentType
  /** centavos; null means the sum of the orders' quotes */
  value: number | null
  note: string | null
  creationDate: CivilDate
  /** the subscription from whose page staff created it */
  subscriptionId?: number
  /** idempotency token of the form */
  token?: string | undefined
  contents: OrderContents | DirectContents
}

/** A shipment without an order, which needs an address of its own. */
export type DirectContents = { address: Address }

/** Creates a shipment and returns its id. A repeated form returns the first shipment's id. Throws ShipmentRefused. */
export async function createShipment(shipment: NewShipment, actor: Actor): Promise<number> {
  const formKey = shipment.token === undefined ? null : hashShipment(shipment)
  try {
    return await insertShipment(shipment, formKey, actor)
  } catch (error) {
    // A repeat is also refused if the first shipment already contains the copies.
    const isRepeat = isDuplicate(error, 'shipments_form') || error instanceof ShipmentRefused
    const existingId = isRepeat && formKey !== null ? await findIdByFormKey(formKey) : undefined
    if (existingId === undefined) throw error
    return existingId
  }
}

function hashShipment(shipment: NewShipment): string {
  return createHash('sha256').update(JSON.stringify(shipment)).digest('hex').slice(0, FORM_KEY_LENGTH)
}

async function findIdByFormKey(formKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('shipments').select('id').where('form_key', '=', formKey).executeTakeFirst()
  return row?.id
}

function insertShipment(shipment: NewShipment, formKey: string | null, actor: Actor): Promise<number> {
  return runOrReject(async (trx) => {
    const { contents, profileId, value, note, type } = shipment
    if ('orderIds' in contents) await lockOrders(trx, contents.orderIds)
    await requireClientAndOwner(trx, shipment)
    const isDirect = 'address' in contents
    const insertion = await trx
      .insertInto('shipments')
      .values({
        profile_id: profileId,
        owner_user_id: shipment.ownerUserId,
        subscription_id: shipment.subscriptionId ?? null,
        direct_shipping: isDirect,
        address_id: isDirect ? await insertAddress(trx, contents.address) : null,
        type,
        value: value ?? 0,
        value_is_touched: value !== null,
        note,
        creation_date: shipment.creationDate,
        form_key: formKey,
      })
      .executeTakeFirstOrThrow()
    const id = Number(insertion.insertId)
    if (!isDirect) await replaceContents(trx, id, profileId, contents)
    await recordCreation(trx, id, actor)
    return id
  })
}

export type ShipmentChanges = {
  ownerUserId?: number
  note?: string | null
  value?: number
  /** can change only before dispatch or after a return */
  type?: ShipmentType
  contents?: OrderContents
}

/** Updates a shipment. Returns false for an unknown id. Throws StaleRecordError if `seenVersion` is outdated. */
export function updateShipment(
  id: number,
  changes: ShipmentChanges,
  actor: Actor,
  seenVersion?: number,
  outerTrx?: Trx,
): Promise<boolean> {
  return runOrReject(async (trx) => {
    const shipment = await lockShipment(trx, id)
    if (!shipment) return false
    if (seenVersion !== undefined) await raiseVersion(trx, 'shipments', id, seenVersion)
    if (changes.contents) await lockOrders(trx, changes.contents.orderIds)
    const before = await readShipmentValues(trx, id)
    requireChangeable(shipment, changes)
    const { type, contents, ownerUserId, note, value } = changes
    if (ownerUserId !== undefined) await requireStaff(trx, ownerUserId)
    const columns = {
      type: type ?? shipment.type,
      owner_user_id: ownerUserId ?? shipment.owner_user_id,
      note: note === undefined ? shipment.note : note,
      ...(value === undefined ? {} : { value, value_is_touched: true }),
    }
    await trx.updateTable('shipments').set(columns).where('id', '=', id).execute()
    if (contents) await replaceContents(trx, id, shipment.profile_id, contents)
    const after = await readShipmentValues(trx, id)
    await recordChange(trx, {
      entity: 'shipment',
      entityId: id,
      actorUserId: actor.actorUserId,
      before,
      after,
    })
    return true
  }, outerTrx)
}

type LockedShipment = NonNullable<Awaited<ReturnType<typeof lockShipment>>>

function requireChangeable(shipment: LockedShipment, { type, contents }: ShipmentChanges) {
  if (shipment.cancelled_at) throw new ShipmentRefused('undone')
  const isUnderWay = shipment.status === shipmentStatus.underWay
  const isReturned = shipment.status === shipmentStatus.returned
  const isTypeLocked = !isUnderWay && !isReturned
  const isTypeChanged = type !== undefined && type !== shipment.type
  if (isTypeLocked && isTypeChanged) throw new ShipmentRefused('already-sent')
  if (contents && !isUnderWay) throw new ShipmentRefused('already-sent')
  if (contents && shipment.direct_shipping) throw new ShipmentRefused('nothing-to-send')
}

export async function findShipment(id: number, reader: DbOrTrx = db) {
  const shipment = await findShipmentRow(id, reader)
  return shipment && addShipmentContents(shipment, reader)
}

/** Returns a shipment without its orders and copies. */
export function findShipmentRow(id: number, reader: DbOrTrx = db) {
  return shipmentRowQuery.first(reader, { id })
}

const shipmentRowQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db
    .selectFrom('shipments')
    .selectAll()
    .select(shipmentAddressId.as('deliveryId'))
    .where('id', '=', value('id')),
)

export type ShipmentRow = NonNullable<Awaited<ReturnType<typeof findShipmentRow>>>

export async function addShipmentContents(shipment: ShipmentRow, reader: DbOrTrx = db) {
  const { id } = shipment
  const [orders, lines] = await Promise.all([
    reader.selectFrom('shipment_orders').select('order_id').where('shipment_id', '=', id).execute(),
    selectShippedContents(reader, id).execute(),
  ])
  const isWaiting = isAwaitingDispatch(shipment)
  return {
    ...shipment,
    orderIds: orders.map((row) => row.order_id),
    lines: lines.map((line) => addRevision(line, { isAwaitingDispatch: isWaiting })),
  }
}

/** Returns the initial values of a shipment that is created from a subscription. */
export function findShipmentOfSubscription(subscriptionId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('subscriptions.id', '=', subscriptionId)
    .select(['subscriptions.profile_id as profileId', 'order_id as orderId', 'order_line_id as lineId'])
    .select(['shipping_type as shippingType'])
    .select(orderAddressId.as('addressId'))
    .executeTakeFirst()
}

/** Returns shipments of orders with the data that customers see, oldest first. */
export function listShipmentsOfOrders(orderIds: number[]) {
  return db
    .selectFrom('shipment_orders')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .where('order_id', 'in', nonEmptyIds(orderIds))
    .where('cancelled_at', 'is', null)
    .select(['shipments.id', 'order_id as orderId', 'status', 'type', 'track_code as trackCode'])
    .select(['creation_date', 'send_date', 'complete_date', 'return_date'])
    .select((eb) =>
      eb
        .selectFrom('shipment_lines')
        .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
        .whereRef('shipment_lines.shipment_id', '=', 'shipments.id')
        .whereRef('order_lines.order_id', '=', 'shipment_orders.order_id')
        .select(({ fn }) => fn.countAll<number>().as('copies'))
        .as('copies'),
    )
    .orderBy('shipments.id')
    .limit(Math.max(500, 10 * orderIds.length))
    .execute()
}

export function lockShipment(trx: Trx, id: number) {
  return lockedShipmentQuery.first(trx, { id })
}

const lockedShipmentQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db.selectFrom('shipments').selectAll().where('id', '=', value('id')).forUpdate(),
)

/** Throws unless the client exists, the owner is staff (F82) and the subscription is the client's. */
async function requireClientAndOwner(trx: Trx, { profileId, ownerUserId, subscriptionId }: NewShipment) {
  const client = await trx.selectFrom('profiles').select('id').where('id', '=', profileId).executeTakeFirst()
  if (!client) throw new ShipmentRefused('unknown-client')
  await requireStaff(trx, ownerUserId)
  if (subscriptionId !== undefined) await requireUnit(trx, profileId, subscriptionId)
}

async function requireUnit(trx: Trx, profileId: number, subscriptionId: number) {
  const unit = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscriptionId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  if (!unit) throw new ShipmentRefused('unit-of-other')
}

async function requireStaff(trx: Trx, userId: number) {
  const staff = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .executeTakeFirst()
  if (!staff) throw new ShipmentRefused('unknown-owner')
}

/** Runs `work`. Throws ShipmentRefused if another transaction has added the same copy to a shipment. */
async function runOrReject<T>(work: (trx: Trx) => Promise<T>, outerTrx?: Trx): Promise<T> {
  try {
    return await withTransaction(work, outerTrx)
  } catch (error) {
    throw isDuplicate(error, 'shipment_lines_held') ? new ShipmentRefused('line-taken') : error
  }
}

async function recordCreation(trx: Trx, id: number, actor: Actor) {
  const { newer: newerRevisions } = await readShipmentValues(trx, id)
  const details = newerRevisions === '' ? {} : { changes: { newer: [null, newerRevisions] } }
  await recordHistory(trx, { entity: 'shipment', entityId: id, action: 'created', ...actor, details })
}
