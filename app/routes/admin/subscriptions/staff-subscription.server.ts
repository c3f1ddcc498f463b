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

/** Returns the statuses to choose from, or a hint about what determines the status. */
export function getStatusControl(unit: Unit, today: string) {
  const currentCode = getCurrentStatus(unit, today)
  const current =
    Object.values(subscriptionStatus).find((status) => status === currentCode) ?? subscriptionStatus.expired
  const options = isStatusLocked(unit, today) ? [] : listStatusOptions(unit)
  const isExpired = current === subscriptionStatus.expired
  const lockedHint = isExpired
    ? 'Vencida: mude o vencimento para ela voltar a valer.'
    : 'Definida pelas expedições.'
  return { current, options, hint: options.length === 0 ? lockedHint : undefined }
}

/** Returns the statuses that the kind of sale allows, and the stored status. */
function listStatusOptions(unit: Unit): SubscriptionStatus[] {
  const allowedStatuses = listAllowedStatuses(unit)
  const storedStatus = Object.values(subscriptionStatus).filter((status) => status === unit.status)
  return [...new Set([...allowedStatuses, ...storedStatus])]
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

/** Returns the typed texts of a conflicting save; the stored due date replaces an unchanged due date. */
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
  const isCheckbox = (name: string) => name === 'foreign'
  const labels = Object.fromEntries(
    Object.entries(subscriptionLabels).filter(([name]) => name in typedTexts || isCheckbox(name)),
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
