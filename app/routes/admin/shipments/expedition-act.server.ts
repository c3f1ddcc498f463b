import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { type ExpeditionEvent, expeditionTransition } from '#app/domain/shipments/expedition.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import type { Cancellation } from '#app/models/shipments/expedition-cancellation.server.ts'
import { findExpeditionForStaff } from '#app/models/shipments/expedition-detail.server.ts'
import type { ExpeditionChange } from '#app/models/shipments/expedition-status.server.ts'
import { swapContents } from '#app/models/shipments/packed-revision.server.ts'
import { paths } from '#app/paths.ts'
import { specified } from '#app/text/platform/messages.ts'
import { boxChangedWords, expeditionRefusal } from '#app/text/shipments/expedition-words.ts'

/** The shipment an act is about, today's date, and which of some events can happen to it now. */
export async function expeditionOfAct(
  params: Readonly<Record<string, string | undefined>>,
  events: readonly ExpeditionEvent[],
) {
  const id = idFrom(params.id) ?? notFound()
  const expedition = (await findExpeditionForStaff(id)) ?? notFound()
  const isOpen = expedition.cancelled_at === null
  const event = events.find((each) => isOpen && expeditionTransition(expedition.status, each)) ?? null
  return { expedition, event, today: civilDateIn(new Date()) }
}

/** Back to the shipment after an act that was done, done already or not possible any more; undefined for a fault. */
export async function leaveAct(id: number, change: ExpeditionChange) {
  const done = { changed: specified.saved, already: 'Já estava assim: nada mudou.' }
  if (change === 'changed' || change === 'already')
    return redirectWithFlash(paths.admin.expedition(id), { tone: 'good', text: done[change] })
  if (change === 'unknown-expedition') return notFound()
  if (change === 'not-possible')
    return redirectWithFlash(paths.admin.expedition(id), { tone: 'warn', text: expeditionRefusal(change) })
  return undefined
}

/** Back to a shipment that was given up, or could not be. */
export function leaveUndoing(id: number, change: Cancellation) {
  if (change === 'unknown-expedition') return notFound()
  const words = {
    changed: { tone: 'good', text: 'Expedição desfeita.' },
    already: { tone: 'good', text: 'Já estava desfeita: nada mudou.' },
    'not-possible': { tone: 'warn', text: expeditionRefusal('already-sent') },
  } as const
  return redirectWithFlash(paths.admin.expedition(id), words[change])
}

/** Notes that the box holds the revision in force now; back on the page of the shipment, which says what is. */
export async function swapAct(id: number, form: FormData, actorUserId: number) {
  const seen = String(form.get('seen') ?? '').slice(0, 64)
  const lineId = form.has('line') ? (idFrom(form.get('line')) ?? notFound()) : undefined
  const change = await swapContents(id, { seen, lineId }, { actorUserId, source: 'staff' })
  if (change !== 'contents-changed') return (await leaveAct(id, change)) ?? notFound()
  return redirectWithFlash(paths.admin.expedition(id), { tone: 'warn', text: await boxFault(id) })
}

/** That another revision has come into force since a page was opened, with its titles. */
async function boxFault(id: number) {
  const { box } = (await findExpeditionForStaff(id)) ?? notFound()
  return boxChangedWords(box.changes)
}

/** What is wrong with a sending the model refused; who only forgot to answer about the box is told so. */
export async function dispatchFault(id: number, change: ExpeditionChange, form: FormData) {
  if (change !== 'contents-changed') return actFault(change)
  const { box } = (await findExpeditionForStaff(id)) ?? notFound()
  const isUnanswered = form.get('seen') === box.seen
  const text = isUnanswered ? 'Diga o que está na caixa' : boxChangedWords(box.changes)
  return { fieldErrors: { left: [text] } }
}

/** What is wrong with an act the model refused, at the field it belongs to. */
export function actFault(change: ExpeditionChange): {
  formErrors?: string[]
  fieldErrors?: Record<string, string[]>
} {
  const text = expeditionRefusal(change)
  if (change === 'date-wrong') return { fieldErrors: { date: [text] } }
  if (change === 'order-not-paid' || change === 'copy-withdrawn') return { formErrors: [text] }
  if (change === 'line-taken') return { formErrors: [specified.publicationNotUpdated, text] }
  return { fieldErrors: { track_code: [text] } }
}
