import { breakLinks } from '#app/domain/accounts/person-name.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatHolderReason, type HolderReason } from '#app/text/reports/recall-labels.ts'

type Unit = {
  registration: string | null
  serialNumber: string | null
  held: string | null
  due: CivilDate | null
  isSuspended: boolean
}

type RecallNotice = { name: string; company: string | null; units: readonly Unit[]; today: CivilDate }

export function listRecallRows({ name, units }: Pick<RecallNotice, 'name' | 'units'>) {
  const copies = new Set(units.map(formatCopy))
  return [
    { label: 'Publicação', value: name },
    ...[...copies].map((value, index) => ({ label: index === 0 ? 'Você tem' : 'E também', value })),
  ]
}

export function formatRecallReason({ units, company, today }: Omit<RecallNotice, 'name'>): string {
  return formatHolderReason(findStrongestReason(units, today), company && breakLinks(company))
}

/** Returns 'subscription' if any is valid, 'ended' if all units were subscriptions, otherwise 'purchase'. */
function findStrongestReason(units: readonly Unit[], today: CivilDate): HolderReason {
  if (units.some(({ due, isSuspended }) => due !== null && due >= today && !isSuspended))
    return 'subscription'
  return units.every(({ due }) => due !== null) && units.length > 0 ? 'ended' : 'purchase'
}

function formatCopy({ registration, serialNumber, held }: Unit): string {
  const aircraft = [registration, serialNumber && breakLinks(serialNumber)].filter(Boolean).join(' / ')
  const revision = held ?? 'nenhuma revisão ainda'
  return aircraft ? `${revision}, ${aircraft}` : revision
}
