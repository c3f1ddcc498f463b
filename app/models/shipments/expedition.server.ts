import { createHash } from 'node:crypto'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ExpeditionType } from '#app/domain/shipments/expedition.ts'
import { expeditionStatus, isToLeave } from '#app/domain/shipments/expedition.ts'
import { type Address, insertAddress } from '#app/models/accounts/address.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { claimEdit } from '#app/models/platform/edit.server.ts'
import type { Cause } from '#app/models/platform/history.server.ts'
import { recordChange, recordHistory } from '#app/models/platform/history.server.ts'
import {
  ExpeditionRefused,
  lockOrders,
  type OrderContents,
  putContents,
} from '#app/models/shipments/expedition-contents.server.ts'
import { expeditionFacts } from '#app/models/shipments/expedition-facts.server.ts'
import { shippedLines, withRevision } from '#app/models/shipments/shipped-revision.server.ts'

export type NewExpedition = {
  profileId: number
  /** the member of staff who looks after it */
  ownerUserId: number
  type: ExpeditionType
  /** centavos; null = not touched, so the orders' quotes are summed (D39, F83) */
  value: number | null
  note: string | null
  creationDate: CivilDate
  /** the unit it was begun from (F86) */
  subscriptionId?: number
  /** of the form it was sent by: the same facts from the same form are one shipment however often they arrive */
  token?: string | undefined
  contents: OrderContents | DirectContents
}

/** No order at all, so it needs an address (F81). */
export type DirectContents = { address: Address }

/** Makes a shipment, under way, and gives its number; a copy is in one that has not come back at the most (D39). */
export async function createExpedition(expedition: NewExpedition, cause: Cause): Promise<number> {
  const formKey = expedition.token === undefined ? null : keyOf(expedition)
  try {
    return await insertExpedition(expedition, formKey, cause)
  } catch (error) {
    const isTwice = isDuplicate(error, 'expeditions_form') || error instanceof ExpeditionRefused
    const first = isTwice && formKey !== null ? await findByForm(formKey) : undefined
    if (first === undefined) throw error
    return first
  }
}

function keyOf(expedition: NewExpedition): string {
  return createHash('sha256').update(JSON.stringify(expedition)).digest('hex').slice(0, 32)
}

async function findByForm(formKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('expeditions')
    .select('id')
    .where('form_key', '=', formKey)
    .executeTakeFirst()
  return row?.id
}

function insertExpedition(expedition: NewExpedition, formKey: string | null, cause: Cause): Promise<number> {
  return refusing(async (trx) => {
    const { contents, profileId, value, note, type } = expedition
    if ('orderIds' in contents) await lockOrders(trx, contents.orderIds)
    await requirePeople(trx, expedition)
    const isDirect = 'address' in contents
    const made = await trx
      .insertInto('expeditions')
      .values({
        profile_id: profileId,
        owner_user_id: expedition.ownerUserId,
        subscription_id: expedition.subscriptionId ?? null,
        direct_shipping: isDirect,
        address_id: isDirect ? await insertAddress(trx, contents.address) : null,
        type,
        value: value ?? 0,
        value_is_touched: value !== null,
        note,
        creation_date: expedition.creationDate,
        form_key: formKey,
      })
      .executeTakeFirstOrThrow()
    const id = Number(made.insertId)
    if (!isDirect) await putContents(trx, id, profileId, contents)
    await noteMade(trx, id, cause)
    return id
  })
}

export type ExpeditionChanges = {
  ownerUserId?: number
  note?: string | null
  value?: number
  /** these two only before it is sent, the type also when it came back */
  type?: ExpeditionType
  contents?: OrderContents
}

/**
 * Changes what is given; contents and type are fixed once it is sent. False when there is no such shipment. With `seen`,
 * the saves so far on the form, throws EditedMeanwhile when there has been another one since.
 */
export function updateExpedition(
  id: number,
  changes: ExpeditionChanges,
  cause: Cause,
  seen?: number,
): Promise<boolean> {
  return refusing(async (trx) => {
    const expedition = await lockExpedition(trx, id)
    if (!expedition) return false
    if (seen !== undefined) await claimEdit(trx, 'expeditions', id, seen)
    if (changes.contents) await lockOrders(trx, changes.contents.orderIds)
    const before = await expeditionFacts(trx, id)
    requireChangeable(expedition, changes)
    const { type, contents, ownerUserId, note, value } = changes
    if (ownerUserId !== undefined) await requireStaff(trx, ownerUserId)
    const set = {
      type: type ?? expedition.type,
      owner_user_id: ownerUserId ?? expedition.owner_user_id,
      note: note === undefined ? expedition.note : note,
      ...(value === undefined ? {} : { value, value_is_touched: true }),
    }
    await trx.updateTable('expeditions').set(set).where('id', '=', id).execute()
    if (contents) await putContents(trx, id, expedition.profile_id, contents)
    const after = await expeditionFacts(trx, id)
    await recordChange(trx, {
      entity: 'expedition',
      entityId: id,
      actorUserId: cause.actorUserId,
      before,
      after,
    })
    return true
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof lockExpedition>>>

/** What is on its way stays as it was packed; one that came back may travel another way. */
function requireChangeable(expedition: Row, { type, contents }: ExpeditionChanges) {
  if (expedition.cancelled_at) throw new ExpeditionRefused('undone')
  const isUnderWay = expedition.status === expeditionStatus.underWay
  const isBack = expedition.status === expeditionStatus.returned
  const isTypeFixed = !isUnderWay && !isBack && type !== undefined && type !== expedition.type
  if (isTypeFixed || (contents && !isUnderWay)) throw new ExpeditionRefused('already-sent')
  if (contents && expedition.direct_shipping) throw new ExpeditionRefused('nothing-to-send')
}

/** A shipment with its client's number, orders and copies, for staff; undefined when there is none. */
export async function findExpedition(id: number) {
  const expedition = await db.selectFrom('expeditions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!expedition) return undefined
  const [orders, lines] = await Promise.all([
    db.selectFrom('expedition_orders').select('order_id').where('expedition_id', '=', id).execute(),
    shippedLines(db, id).execute(),
  ])
  const isAhead = isToLeave(expedition)
  return {
    ...expedition,
    orderIds: orders.map((row) => row.order_id),
    lines: lines.map((line) => withRevision(line, { isToLeave: isAhead })),
  }
}

/** Client, order and copy of a purchased unit, to begin a shipment from (F86); undefined when there is none. */
export function findShipmentOfSubscription(subscriptionId: number) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('subscriptions.id', '=', subscriptionId)
    .select(['subscriptions.profile_id as profileId', 'order_id as orderId', 'order_line_id as lineId'])
    .select(['shipping_type as shippingType'])
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
    .executeTakeFirst()
}

/** The shipments of these orders as their customer sees them, oldest first (F62). */
export function listExpeditionsOfOrders(orderIds: number[]) {
  return db
    .selectFrom('expedition_orders')
    .innerJoin('expeditions', 'expeditions.id', 'expedition_id')
    .where('order_id', 'in', orderIds.length > 0 ? orderIds : [0])
    .where('cancelled_at', 'is', null)
    .select(['expeditions.id', 'order_id as orderId', 'status', 'type', 'track_code as trackCode'])
    .select(['creation_date', 'send_date', 'complete_date', 'return_date'])
    .select((eb) =>
      eb
        .selectFrom('expedition_lines')
        .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
        .whereRef('expedition_lines.expedition_id', '=', 'expeditions.id')
        .whereRef('order_lines.order_id', '=', 'expedition_orders.order_id')
        .select(({ fn }) => fn.countAll<number>().as('copies'))
        .as('copies'),
    )
    .orderBy('expeditions.id')
    .limit(500)
    .execute()
}

/** The row of a shipment, held until the transaction ends. */
export function lockExpedition(trx: Trx, id: number) {
  return trx.selectFrom('expeditions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The client exists, and who looks after the shipment is staff (F82). */
async function requirePeople(trx: Trx, { profileId, ownerUserId }: NewExpedition) {
  const client = await trx.selectFrom('profiles').select('id').where('id', '=', profileId).executeTakeFirst()
  if (!client) throw new ExpeditionRefused('unknown-client')
  await requireStaff(trx, ownerUserId)
}

async function requireStaff(trx: Trx, userId: number) {
  const staff = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .executeTakeFirst()
  if (!staff) throw new ExpeditionRefused('unknown-owner')
}

/** Runs in one transaction; a copy that another shipment has taken a moment before is a refusal, not a fault. */
async function refusing<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await withTransaction(work)
  } catch (error) {
    throw isDuplicate(error, 'expedition_lines_held') ? new ExpeditionRefused('line-taken') : error
  }
}

async function noteMade(trx: Trx, id: number, cause: Cause) {
  const { newer } = await expeditionFacts(trx, id)
  const details = newer === '' ? {} : { changes: { newer: [null, newer] } }
  await recordHistory(trx, { entity: 'expedition', entityId: id, action: 'created', ...cause, details })
}
