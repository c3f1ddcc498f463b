import {
  getCurrentStatus,
  isStatusLocked,
  listAllowedStatuses,
  type SubscriptionStatus,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { loadConflict } from '#app/http/conflict.server.ts'
import type { findSubscriptionForStaff } from '#app/models/shipments/staff-subscription.server.ts'
import {
  formatSubscriptionTexts,
  subscriptionLabels,
} from '#app/text/subscriptions/staff-subscription-labels.ts'

type Unit = NonNullable<Awaited<ReturnType<typeof findSubscriptionForStaff>>>

/** Returns which fields the form of a unit contains (F103, D35). */
export function getSubscriptionFields(unit: Unit, today: string) {
  return {
    hasStatus: !isStatusLocked(unit, today),
    hasDue: unit.isSignature,
    hasDispatch: unit.status === subscriptionStatus.sent,
  }
}

/** Returns the codes to choose from, or what determines the status instead. */
export function getStatusControl(unit: Unit, today: string) {
  const code = getCurrentStatus(unit, today)
  const current =
    Object.values(subscriptionStatus).find((each) => each === code) ?? subscriptionStatus.expired
  const options = isStatusLocked(unit, today) ? [] : listOptions(unit)
  const isOver = current === subscriptionStatus.expired
  const locked = isOver ? 'Vencida: mude o vencimento para ela voltar a valer.' : 'Definida pelas expedições.'
  return { current, options, hint: options.length === 0 ? locked : undefined }
}

/** Returns the codes that fit the kind of sale, and the current one. */
function listOptions(unit: Unit): SubscriptionStatus[] {
  const fitting = listAllowedStatuses(unit)
  const storedStatus = Object.values(subscriptionStatus).filter((each) => each === unit.status)
  return [...new Set([...fitting, ...storedStatus])]
}

/** Returns the initial texts of a unit's form. */
export function toSubscriptionTexts(unit: Unit): Record<string, string> {
  const texts = {
    status: String(unit.status),
    due: unit.due ?? '',
    due_seen: unit.due ?? '',
    track_code: unit.trackCode ?? '',
    expedition_date: unit.sentOn ?? '',
    notes: unit.notes ?? '',
    prefix: unit.registration ?? '',
    serial: unit.serialNumber ?? '',
    fuel: unit.fuel === null ? '' : String(unit.fuel),
  }
  return unit.isForeign ? { ...texts, foreign: 'on' } : texts
}

/** Returns the typed texts of a conflicting save; an unchanged due date becomes the stored one. */
export function getTypedTexts(unit: Unit, form: FormData): Record<string, string> {
  const typedTexts: Record<string, string> = Object.fromEntries(
    [...form].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
  if (typedTexts.due === undefined) return typedTexts
  const storedDue = unit.due ?? ''
  return {
    ...typedTexts,
    due: typedTexts.due === typedTexts.due_seen ? storedDue : typedTexts.due,
    due_seen: storedDue,
  }
}

/** Returns both versions after a conflict, for the fields that the form had. */
export function makeSubscriptionConflict(unit: Unit, typedTexts: Record<string, string>) {
  const isBox = (name: string) => name === 'foreign'
  const labels = Object.fromEntries(
    Object.entries(subscriptionLabels).filter(([name]) => name in typedTexts || isBox(name)),
  )
  const saved = toSubscriptionTexts(unit)
  const versions = {
    labels,
    stored: formatSubscriptionTexts(saved),
    typed: formatSubscriptionTexts(typedTexts),
    sent: typedTexts,
    saved,
  }
  return loadConflict({ entity: 'subscription', id: unit.id }, versions)
}
