import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findShipmentTransition, type ShipmentEvent } from '#app/domain/shipments/shipment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { swapContents } from '#app/models/shipments/packed-revision.server.ts'
import { findShipmentRow } from '#app/models/shipments/shipment.server.ts'
import type { CancellationResult } from '#app/models/shipments/shipment-cancellation.server.ts'
import {
  describeShipmentForStaff,
  findShipmentForStaff,
} from '#app/models/shipments/shipment-detail.server.ts'
import type { ShipmentChange } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { formatNewBoxChanges, formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'

/** Returns the act, and the shipment with all data that the page shows. */
export async function loadActShipment(...actQuery: Parameters<typeof findAct>) {
  return describeAct(await findAct(...actQuery))
}

export async function describeAct({ shipment, ...act }: Awaited<ReturnType<typeof findAct>>) {
  return { ...act, shipment: await describeShipmentForStaff(shipment) }
}

/** Returns the shipment, today's date, and the first of the events that is possible now. */
export async function findAct(
  params: Readonly<Record<string, string | undefined>>,
  events: readonly ShipmentEvent[],
) {
  const id = parseId(params.id) ?? notFound()
  const shipment = (await findShipmentRow(id)) ?? notFound()
  const isCancelled = shipment.cancelled_at !== null
  const possibleEvent = events.find((event) => findShipmentTransition(shipment.status, event))
  const event = isCancelled ? null : (possibleEvent ?? null)
  return { shipment, event, today: toCivilDate(new Date()) }
}

/** Redirects to the shipment if the action is done or impossible. Returns undefined if the form has a fault. */
async function redirectAfterAct(id: number, change: ShipmentChange) {
  const doneTexts = { changed: specTexts.saved, already: 'Já estava assim: nada mudou.' }
  if (change === 'changed' || change === 'already')
    return redirectWithFlash(paths.admin.shipment(id), { tone: 'good', text: doneTexts[change] })
  if (change === 'unknown-shipment') return notFound()
  if (change === 'not-possible')
    return redirectWithFlash(paths.admin.shipment(id), { tone: 'warn', text: formatShipmentRefusal(change) })
  return undefined
}

/** Redirects to a shipment that was cancelled or cannot be cancelled. */
export function redirectAfterCancellation(id: number, change: CancellationResult) {
  if (change === 'unknown-shipment') return notFound()
  const flashes = {
    changed: { tone: 'good', text: 'Expedição desfeita.' },
    already: { tone: 'good', text: 'Já estava desfeita: nada mudou.' },
    'not-possible': { tone: 'warn', text: formatShipmentRefusal('already-sent') },
  } as const
  return redirectWithFlash(paths.admin.shipment(id), flashes[change])
}

/** Records that the current revision was packed, and redirects to the shipment. */
export async function swapAndRedirect(id: number, form: FormData, actorUserId: number) {
  const seenDigest = String(form.get('seen') ?? '').slice(0, 64)
  const lineId = form.has('line') ? (parseId(form.get('line')) ?? notFound()) : undefined
  const change = await swapContents(id, { seenDigest, lineId }, { actorUserId, source: 'staff' })
  if (change !== 'contents-changed') return (await redirectAfterAct(id, change)) ?? notFound()
  return redirectWithFlash(paths.admin.shipment(id), { tone: 'warn', text: await loadBoxFault(id) })
}

/** Returns a message about the publications of which a newer revision appeared since the page was loaded. */
async function loadBoxFault(id: number) {
  const { box } = (await findShipmentForStaff(id)) ?? notFound()
  return formatNewBoxChanges(box.changes)
}

/** Returns the reply to a dispatch. Outdated contents cause an error at the question about the contents. */
export async function answerDispatch(id: number, change: ShipmentChange, form: FormData) {
  if (change !== 'contents-changed') return answerAct(id, change)
  const { box } = (await findShipmentForStaff(id)) ?? notFound()
  const isUnanswered = form.get('seen') === box.seenDigest
  const text = isUnanswered ? 'Diga o que está na caixa' : formatNewBoxChanges(box.changes)
  return { fieldErrors: { left: [text] } }
}

/** Redirects to the shipment, or returns the error at its field. */
export async function answerAct(id: number, change: ShipmentChange) {
  return (await redirectAfterAct(id, change)) ?? toFormFault(change)
}

/** Returns the message of the model's rejection, for the whole form or by field. */
function toFormFault(change: ShipmentChange): {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
} {
  const text = formatShipmentRefusal(change)
  if (change === 'date-wrong') return { fieldErrors: { date: [text] } }
  if (change === 'order-not-paid' || change === 'copy-withdrawn' || change === 'invoice-missing')
    return { formErrors: [text] }
  if (change === 'line-taken') return { formErrors: [specTexts.publicationNotUpdated, text] }
  return { fieldErrors: { track_code: [text] } }
}
