import { sql } from 'kysely'
import { isShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  type CodeFault,
  findShipmentTransition,
  type ShipmentEvent,
  shipmentStatus,
  validateTrackingCode,
} from '#app/domain/shipments/shipment.ts'
import { getUnitAfterShipment, isUnchangedSinceDispatch } from '#app/domain/subscriptions/subscription.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { stampChange, stampOrdersOfShipment } from '#app/models/platform/updated-at.server.ts'
import { announceEvent } from '#app/models/settings/webhook-event.server.ts'
import { findMissingKeys } from '#app/models/shipments/invoice-keys.server.ts'
import {
  type PackingAnswer,
  queueOutdatedCopies,
  recordSentRevisions,
} from '#app/models/shipments/packed-revision.server.ts'
import { lockShipment } from '#app/models/shipments/shipment.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'
import { makeDispatchSubject } from '#app/models/shipments/shipment-dispatch.server.ts'
import { describeShipment } from '#app/models/shipments/shipment-event.server.ts'
import {
  isMovedOn,
  listLinesMovedOn,
  selectShippedContents,
} from '#app/models/shipments/shipped-revision.server.ts'

export type ShipmentChange =
  | 'changed'
  | 'already'
  | 'not-possible'
  | 'unknown-shipment'
  | 'date-wrong'
  | 'order-not-paid'
  | 'copy-withdrawn'
  | 'invoice-missing'
  | 'line-taken'
  | 'contents-changed'
  | 'code-taken'
  | CodeFault

/** A dispatch. `trackCode` is as typed, null for none; `box` answers a question about the contents. */
export type Dispatch = { date: CivilDate; trackCode: string | null; box?: PackingAnswer | undefined }

/** Marks shipment and units as sent and queues a mail. Returns 'contents-changed' if staff must first answer `box`. */
export function markSent(id: number, dispatch: Dispatch, actor: Actor, trx?: Trx): Promise<ShipmentChange> {
  return sendShipment({ id, event: 'sent', actor, trx }, dispatch)
}

/** Sends a returned shipment again, without copies that other shipments now contain. */
export async function markResent(
  id: number,
  dispatch: Dispatch,
  actor: Actor,
  trx?: Trx,
): Promise<ShipmentChange> {
  try {
    return await sendShipment({ id, event: 'resent', actor, trx }, dispatch)
  } catch (error) {
    if (isDuplicate(error, 'shipment_lines_held')) return 'line-taken'
    throw error
  }
}

/** Marks a shipment as delivered. Printed subscriptions become active; one-off copies stay "sent". */
export function markDelivered(
  id: number,
  date: CivilDate,
  actor: Actor,
  outerTrx?: Trx,
): Promise<ShipmentChange> {
  return changeStatus({ id, event: 'delivered', actor, trx: outerTrx }, async (trx, shipment) => {
    if (date < (shipment.send_date ?? date)) return 'date-wrong'
    await trx.updateTable('shipments').set({ complete_date: date }).where('id', '=', id).execute()
    await moveUnits(trx, { id, event: 'delivered', actor }, {})
  })
}

/** Marks a shipment as returned. Its copies wait to be sent again and can be put into another shipment. */
export function markReturned(
  id: number,
  date: CivilDate,
  actor: Actor,
  outerTrx?: Trx,
): Promise<ShipmentChange> {
  return changeStatus({ id, event: 'returned', actor, trx: outerTrx }, async (trx, shipment) => {
    if (date < (shipment.send_date ?? date)) return 'date-wrong'
    await trx.updateTable('shipments').set({ return_date: date }).where('id', '=', id).execute()
    await moveUnits(trx, { id, event: 'returned', actor }, { track_code: null, sent_on: null })
    await setReservation(trx, id, null)
  })
}

/**
 * Corrects code and day of a shipment and its units, without a mail. Writes nothing unless it returns
 * 'changed'.
 */
export function correctDispatch(
  id: number,
  dispatch: Dispatch,
  actor: Actor,
  outerTrx?: Trx,
): Promise<ShipmentChange> {
  return withTransaction((trx) => applyCorrection(trx, id, dispatch, actor), outerTrx)
}

async function applyCorrection(
  trx: Trx,
  id: number,
  dispatch: Dispatch,
  actor: Actor,
): Promise<ShipmentChange> {
  await lockOrdersOfShipment(trx, id)
  const shipment = await lockShipment(trx, id)
  if (!shipment) return 'unknown-shipment'
  const { sent, delivered } = shipmentStatus
  if (shipment.status !== sent && shipment.status !== delivered) return 'not-possible'
  const { creation_date, complete_date } = shipment
  if (dispatch.date < creation_date || dispatch.date > (complete_date ?? dispatch.date)) return 'date-wrong'
  const parsedCode = parseTrackingCode(shipment, dispatch)
  if ('fault' in parsedCode) return parsedCode.fault
  if (shipment.send_date === dispatch.date && shipment.track_code === parsedCode.code) return 'already'
  if (await isCodeTaken(trx, id, parsedCode.code)) return 'code-taken'
  await writeDispatch(trx, id, { date: dispatch.date, code: parsedCode.code })
  await correctUnits(trx, shipment, { track_code: parsedCode.code, sent_on: dispatch.date }, actor)
  await recordShipmentChange(trx, shipment, 'dispatch-corrected', actor)
  return 'changed'
}

/** Corrects the units' dispatch data. Skips units without such data, which wait for their next revision. */
async function correctUnits(trx: Trx, { id, status }: Shipment, tracking: Tracking, actor: Actor) {
  const isDelivered = status === shipmentStatus.delivered
  const units = (await lockUnits(trx, id)).filter((unit) => isUnchangedSinceDispatch(unit, { isDelivered }))
  if (units.length === 0) return
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ ...tracking, lock_version: eb('lock_version', '+', 1) }))
    .where(
      'id',
      'in',
      units.map((unit) => unit.id),
    )
    .execute()
  await recordUnitHistory(trx, units, tracking, { id, event: 'dispatch-corrected', actor })
}

type Shipment = NonNullable<Awaited<ReturnType<typeof lockShipment>>>

type StatusChangeRequest<Event> = { id: number; event: Event; actor: Actor; trx: Trx | undefined }

function sendShipment(request: StatusChangeRequest<'sent' | 'resent'>, dispatch: Dispatch) {
  const { id, actor } = request
  return changeStatus(request, async (trx, shipment) => {
    // Only the copies of a returned shipment can be in other shipments.
    const isBack = shipment.status === shipmentStatus.returned
    if (isBack && (await hasOnlyMovedCopies(trx, id))) return 'line-taken'
    if (!(await areOrdersPaid(trx, id))) return 'order-not-paid'
    if ((await listBlockedLines([id], trx)).length > 0) return 'copy-withdrawn'
    if (await isKeyMissing(trx, id)) return 'invoice-missing'
    if (dispatch.date < (shipment.return_date ?? shipment.creation_date)) return 'date-wrong'
    const parsedCode = parseTrackingCode(shipment, dispatch)
    if ('fault' in parsedCode) return parsedCode.fault
    if (await isCodeTaken(trx, id, parsedCode.code)) return 'code-taken'
    const outdatedCopies = await recordSentRevisions(trx, id, dispatch.box, actor)
    if (outdatedCopies === 'contents-changed') return outdatedCopies
    await sendQuery.run(trx, { id, date: dispatch.date, code: parsedCode.code })
    if (isBack) {
      await deleteMovedLines(trx, id)
      await setReservation(trx, id, 1)
    }
    await moveUnits(
      trx,
      { id, event: 'sent', actor },
      { track_code: parsedCode.code, sent_on: dispatch.date },
    )
    await queueOutdatedCopies(trx, outdatedCopies, { date: dispatch.date, actorUserId: actor.actorUserId })
  })
}

const sendQuery = compileQuery((value: ValueSlots<{ id: number; date: CivilDate; code: string | null }>) =>
  db
    .updateTable('shipments')
    .set({ send_date: value('date'), track_code: value('code'), return_date: null })
    .set((eb) => ({ times_sent: eb('times_sent', '+', 1) }))
    .where('id', '=', value('id')),
)

async function isKeyMissing(trx: Trx, id: number): Promise<boolean> {
  const { orderIds, isRefused } = await findMissingKeys(id, trx)
  return isRefused && orderIds.length > 0
}

/** Locks the orders before shipment and units, as all code does. For a dispatch, areOrdersPaid locks them. */
async function lockOrdersOfShipment(trx: Trx, id: number): Promise<void> {
  await trx
    .selectFrom('shipment_orders')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('orders.id')
    .where('shipment_id', '=', id)
    .orderBy('orders.id')
    .forUpdate()
    .execute()
}

async function areOrdersPaid(trx: Trx, id: number): Promise<boolean> {
  const orders = await lockOrdersQuery.rows(trx, { id })
  return orders.every(({ status }) => status === orderStatus.confirmed)
}

/** SQL condition: other shipments now contain all copies of the order that this shipment contained. */
const areCopiesMovedOn = sql<boolean>`coalesce((select min(${isMovedOn}) from shipment_lines
  join order_lines on order_lines.id = shipment_lines.order_line_id
  where shipment_lines.shipment_id = shipment_orders.shipment_id and order_lines.order_id = orders.id), 0) = 1`

const lockOrdersQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db
    .selectFrom('shipment_orders')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('orders.status')
    .where('shipment_orders.shipment_id', '=', value('id'))
    .where(({ not }) => not(areCopiesMovedOn))
    .orderBy('orders.id')
    .forUpdate(),
)

/** Returns true if other shipments now contain every returned copy. */
async function hasOnlyMovedCopies(trx: Trx, id: number): Promise<boolean> {
  const movedLines = await listLinesMovedOn(trx, id)
  return movedLines.length > 0 && (await selectShippedContents(trx, id).execute()).length === 0
}

/** Removes copies that another shipment now contains. */
async function deleteMovedLines(trx: Trx, id: number) {
  const movedIds = (await listLinesMovedOn(trx, id)).map((line) => line.id)
  if (movedIds.length === 0) return
  await stampOrdersOfShipment(trx, id)
  await trx
    .deleteFrom('shipment_lines')
    .where('shipment_id', '=', id)
    .where('order_line_id', 'in', movedIds)
    .execute()
  const remainingLines = await selectShippedContents(trx, id).execute()
  await trx
    .deleteFrom('shipment_orders')
    .where('shipment_id', '=', id)
    .where(
      'order_id',
      'not in',
      remainingLines.map((line) => line.order_id),
    )
    .execute()
}

function parseTrackingCode({ type }: Shipment, { trackCode }: Dispatch) {
  return isShipmentType(type) ? validateTrackingCode(type, trackCode) : { code: trackCode }
}

/** Returns true if another shipment has this tracking code, unless that shipment was cancelled. */
async function isCodeTaken(trx: Trx, id: number, code: string | null): Promise<boolean> {
  if (code === null) return false
  return (await shipmentByCodeQuery.first(trx, { id, code })) !== undefined
}

const shipmentByCodeQuery = compileQuery((value: ValueSlots<{ id: number; code: string }>) =>
  db
    .selectFrom('shipments')
    .select('id')
    .where('track_code', '=', value('code'))
    .where('id', '!=', value('id'))
    .where('cancelled_at', 'is', null)
    .limit(1),
)

/** Changes the status and calls `applyEvent`, which may return a failure, in one transaction. */
function changeStatus(
  { id, event, actor, trx: outerTrx }: StatusChangeRequest<ShipmentEvent>,
  applyEvent: (trx: Trx, shipment: Shipment) => Promise<ShipmentChange | undefined>,
): Promise<ShipmentChange> {
  return withTransaction(async (trx) => {
    if (event !== 'sent') await lockOrdersOfShipment(trx, id)
    const shipment = await lockShipment(trx, id)
    if (!shipment) return 'unknown-shipment'
    if (shipment.cancelled_at) return 'not-possible'
    const transition = findShipmentTransition(shipment.status, event)
    if (!transition) return shipment.status === targets[event] ? 'already' : 'not-possible'
    const fault = await applyEvent(trx, shipment)
    if (fault) return fault
    await recordShipmentChange(trx, shipment, event, actor, transition.to)
    await addToOutbox(trx, transition.effects, makeDispatchSubject(id, shipment.times_sent + 1))
    if (transition.event) await announceEvent(trx, transition.event, () => describeShipment(trx, id))
    return 'changed'
  }, outerTrx)
}

const targets = {
  sent: shipmentStatus.sent,
  resent: shipmentStatus.sent,
  delivered: shipmentStatus.delivered,
  returned: shipmentStatus.returned,
} satisfies Record<ShipmentEvent, number>

async function writeDispatch(trx: Trx, id: number, { date, code }: { date: CivilDate; code: string | null }) {
  await trx.updateTable('shipments').set({ send_date: date, track_code: code }).where('id', '=', id).execute()
}

/** Reserves the copies for this shipment (1) or releases them (null). */
export async function setReservation(trx: Trx, id: number, holds: 1 | null) {
  await trx.updateTable('shipment_lines').set({ holds }).where('shipment_id', '=', id).execute()
}

type Tracking = { track_code?: string | null; sent_on?: CivilDate | null }

/** Sets status and tracking data of the shipment's units after an event. Expired units stay expired. */
async function moveUnits(trx: Trx, move: UnitMove, tracking: Tracking) {
  const units = await lockUnits(trx, move.id)
  const groups = new Map<string, typeof units>()
  for (const unit of units) {
    // Units with equal values are changed by one statement.
    const key = JSON.stringify({ ...unit, id: null })
    groups.set(key, [...(groups.get(key) ?? []), unit])
  }
  for (const group of groups.values()) await moveEqualUnits(trx, group, move, tracking)
}

function lockUnits(trx: Trx, id: number) {
  return lockUnitsQuery.rows(trx, { id })
}

const lockUnitsQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('shipment_lines', 'shipment_lines.order_line_id', 'order_lines.id')
    .where('shipment_id', '=', value('id'))
    .where('holds', '=', 1)
    .select(['subscriptions.id', 'status', 'status_before_expiry as formerStatus'])
    .select(['is_signature as isSignature', 'subscriptions.track_code', 'sent_on'])
    .orderBy('subscriptions.id')
    .forUpdate(),
)

type Unit = Awaited<ReturnType<typeof lockUnits>>[number]
type UnitMove = UnitChange & { event: 'sent' | 'delivered' | 'returned' }

async function moveEqualUnits(trx: Trx, units: Unit[], move: UnitMove, tracking: Tracking) {
  const [first] = units
  if (!first) return
  const { status, formerStatus } = getUnitAfterShipment(move.event, first)
  const ids = units.map(({ id }) => id)
  const { track_code, sent_on } = { ...first, ...tracking }
  await moveUnitsQuery.run(trx, { ids, status, formerStatus, track_code, sent_on })
  await recordUnitHistory(trx, units, { ...tracking, status }, move)
}

type MovedUnits = Pick<Unit, 'status' | 'formerStatus' | 'track_code' | 'sent_on'> & {
  ids: readonly number[]
}

const moveUnitsQuery = compileQuery((value: ValueSlots<MovedUnits>) =>
  db
    .updateTable('subscriptions')
    .set({ status: value('status'), status_before_expiry: value('formerStatus') })
    .set({ track_code: value('track_code'), sent_on: value('sent_on') })
    .set((eb) => ({ lock_version: eb('lock_version', '+', 1) }))
    .where('id', 'in', expandList(value('ids'))),
)

type UnitChange = { id: number; event: string; actor: Actor }
const unitFields = { status: 'status', track_code: 'trackCode', sent_on: 'sentOn' } as const

async function recordUnitHistory(
  trx: Trx,
  units: readonly Unit[],
  after: Tracking & { status?: number },
  { id, event, actor }: UnitChange,
) {
  const columns = ['status', 'track_code', 'sent_on'] as const
  const entries = units.map((unit) => {
    const changed = columns.filter((name) => after[name] !== undefined && after[name] !== unit[name])
    const changes = Object.fromEntries(changed.map((name) => [unitFields[name], [unit[name], after[name]]]))
    const details = { shipment: id, changes }
    const action = `shipment-${event}`
    return { entity: 'subscription' as const, entityId: unit.id, action, ...actor, details }
  })
  await recordHistory(trx, ...entries)
}

/** Writes `status` and a new version. Records the change for the shipment and, for customers, for each order. */
export async function recordShipmentChange(
  trx: Trx,
  before: Shipment,
  action: string,
  actor: Actor,
  status = before.status,
) {
  const { id } = before
  await writeStatusQuery.run(trx, { id, status })
  const changes = listChanges(before, await recordedValuesQuery.first(trx, { id }))
  const details = { from: before.status, changes }
  const shipmentEntry = { entity: 'shipment' as const, entityId: id, action, ...actor, details }
  const orders = await orderIdsQuery.rows(trx, { id })
  const orderEntries = orders.map(({ order_id }) => ({
    entity: 'order' as const,
    entityId: order_id,
    action: `shipment-${action}`,
    ...actor,
    details: { shipment: id },
  }))
  await stampChange(
    trx,
    'orders',
    orders.map(({ order_id }) => order_id),
  )
  await recordHistory(trx, shipmentEntry, ...orderEntries)
}

const recordedColumns = ['status', 'track_code', 'send_date', 'complete_date', 'return_date'] as const

const recordedValuesQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db.selectFrom('shipments').select(recordedColumns).where('id', '=', value('id')),
)

const writeStatusQuery = compileQuery((value: ValueSlots<{ id: number; status: number }>) =>
  db
    .updateTable('shipments')
    .set((eb) => ({ status: value('status'), lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', value('id')),
)

const orderIdsQuery = compileQuery((value: ValueSlots<{ id: number }>) =>
  db
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', value('id'))
    .orderBy('order_id'),
)

function listChanges(before: Shipment, after: Pick<Shipment, (typeof recordedColumns)[number]> = before) {
  const names = recordedColumns.filter((name) => before[name] !== after[name])
  return Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]))
}
