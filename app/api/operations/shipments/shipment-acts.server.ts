import {
  type ChangedShipment,
  getShipmentRefusalCode,
  rejectWithApiNames,
} from '#app/api/operations/shipments/shipment-body.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { getShipmentStatusText } from '#app/api/wire/codes.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { findShipmentTransition, type ShipmentEvent, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { makeActDaySchema, makeDispatchSchema, makeTrackingSchema } from '#app/forms/shipment.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import type { PackedShipment } from '#app/models/shipments/shipment-detail.server.ts'
import {
  correctDispatch,
  markDelivered,
  markResent,
  markReturned,
  markSent,
  type ShipmentChange,
} from '#app/models/shipments/shipment-status.server.ts'
import { formatNewBoxChanges, formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'

/** A change that a button of the shipment's page would also make, with the fields of the API call (D38). */
export type ShipmentAction = { event: ShipmentEvent | 'corrected'; sent: ChangedShipment }

const events = ['sent', 'resent', 'delivered', 'returned'] as const

/**
 * Returns the action that the sent fields require; undefined without one. Throws ApiError 400 if it is
 * impossible.
 */
export function selectShipmentAction(
  shipment: PackedShipment,
  sent: ChangedShipment,
): ShipmentAction | undefined {
  const { status } = shipment
  // A client that sends the whole record back also sends its unchanged status.
  const changedStatus = sent.status === status ? undefined : sent.status
  const wantedStatus = changedStatus ?? findImpliedStatus(shipment, sent)
  if (wantedStatus === status) return isCorrection(shipment, sent) ? { event: 'corrected', sent } : undefined
  const event = events.find((candidate) => findShipmentTransition(status, candidate)?.to === wantedStatus)
  if (event && shipment.cancelled_at === null) return { event, sent }
  const transitionRefusal = `De ${getShipmentStatusText(status)} não se passa a ${getShipmentStatusText(wantedStatus)}`
  throw makeFieldError(
    'status',
    shipment.cancelled_at ? formatShipmentRefusal('undone') : transitionRefusal,
    'invalid_transition',
  )
}

/** Returns the status that a new date or code implies. Throws ApiError 400 if dates imply two statuses. */
function findImpliedStatus(shipment: PackedShipment, sentChange: ChangedShipment): number {
  const { status, return_date, complete_date } = shipment
  const isReturned = Boolean(sentChange.return_date) && sentChange.return_date !== return_date
  const isDelivered = Boolean(sentChange.complete_date) && sentChange.complete_date !== complete_date
  if (isReturned && isDelivered)
    throw makeFieldError('status', 'Entregue ou de volta ao remetente? Mande a situação', 'required')
  if (isReturned) return shipmentStatus.returned
  if (isDelivered) return shipmentStatus.delivered
  const isLeaving = status === shipmentStatus.underWay && (sentChange.send_date || sentChange.track_code)
  return isLeaving ? shipmentStatus.sent : status
}

function isCorrection(
  { status, track_code, send_date }: PackedShipment,
  sentChange: ChangedShipment,
): boolean {
  if (status !== shipmentStatus.sent && status !== shipmentStatus.delivered) return false
  const { track_code: sentCode = track_code, send_date: sentDate = send_date } = sentChange
  return (sentCode || null) !== track_code || (sentDate || null) !== send_date
}

type ActionContext = { actor: Actor; trx: Trx }

/** Runs the action. Throws ApiError 400 with the invalid field, or 409 if the shipment has changed. */
export async function runShipmentAction(
  shipment: PackedShipment,
  act: ShipmentAction,
  context: ActionContext,
): Promise<void> {
  const change = await runEvent(shipment, act, context)
  if (change === 'changed' || change === 'already') return
  if (change === 'unknown-shipment') throw new ApiError(404)
  if (change === 'not-possible') throw new ApiError(409, formatShipmentRefusal(change))
  if (change === 'contents-changed')
    throw makeFieldError('left', formatNewBoxChanges(shipment.box.changes), 'contents_changed')
  throw makeFieldError(
    findRefusedField(change, act),
    formatShipmentRefusal(change),
    getShipmentRefusalCode(change),
  )
}

function runEvent(shipment: PackedShipment, { event, sent }: ShipmentAction, { actor, trx }: ActionContext) {
  const { id, type, creation_date, send_date, complete_date } = shipment
  const today = toCivilDate(new Date())
  switch (event) {
    case 'sent':
    case 'resent': {
      const days = { today, notBefore: shipment.return_date ?? creation_date }
      const dispatch = parseOrReject(
        makeDispatchSchema({ type, ...days }),
        makeDispatchForm(shipment, sent, today),
      )
      return event === 'sent' ? markSent(id, dispatch, actor, trx) : markResent(id, dispatch, actor, trx)
    }
    case 'corrected': {
      const days = { today: complete_date ?? today, notBefore: creation_date }
      const { track_code = shipment.track_code } = sent
      const form = { date: sent.send_date ?? send_date ?? today, track_code: track_code ?? '' }
      return correctDispatch(id, parseOrReject(makeTrackingSchema({ type, ...days }), form), actor, trx)
    }
    case 'delivered':
      return markDelivered(id, parseActDay(sent.complete_date, 'complete_date', send_date), actor, trx)
    case 'returned':
      return markReturned(id, parseActDay(sent.return_date, 'return_date', send_date), actor, trx)
  }
}

function makeDispatchForm(
  { box, return_date, send_date }: PackedShipment,
  sentChange: ChangedShipment,
  today: CivilDate,
) {
  // A client that sends a returned shipment again may repeat the former dispatch date, which is ignored.
  const isFormerDate = return_date !== null && sentChange.send_date === send_date
  const date = isFormerDate ? today : (sentChange.send_date ?? today)
  return { date, track_code: sentChange.track_code ?? '', left: sentChange.left, seen: box.seenDigest }
}

function parseActDay(text: string | null | undefined, field: string, notBefore: CivilDate | null): CivilDate {
  const today = toCivilDate(new Date())
  const parsedDay = makeActDaySchema({ today, notBefore }).safeParse({ date: text ?? today })
  return parsedDay.success ? parsedDay.data.date : rejectWithApiNames(parsedDay.error.issues, { date: field })
}

type Issues = Parameters<typeof rejectWithApiNames>[0]
type Parsed<Value> = { success: true; data: Value } | { success: false; error: { issues: Issues } }

function parseOrReject<Value>(schema: { safeParse(form: unknown): Parsed<Value> }, form: unknown): Value {
  const parsedForm = schema.safeParse(form)
  return parsedForm.success
    ? parsedForm.data
    : rejectWithApiNames(parsedForm.error.issues, { date: 'send_date' })
}

function findRefusedField(change: ShipmentChange, { event }: ShipmentAction): string {
  switch (change) {
    case 'order-not-paid':
    case 'copy-withdrawn':
    case 'invoice-missing':
    case 'line-taken':
      return 'non_field_errors'
    case 'date-wrong':
      return getDateField(event)
    default:
      return 'track_code'
  }
}

function getDateField(event: ShipmentAction['event']): string {
  if (event === 'delivered') return 'complete_date'
  return event === 'returned' ? 'return_date' : 'send_date'
}
