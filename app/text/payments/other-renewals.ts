import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatMailedAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

type OtherRenewal = AircraftName & {
  subscriptionId: number
  name: string
  orderId: number
  due: CivilDate | null
}

export function formatOtherRenewals(renewals: readonly OtherRenewal[]): string[] {
  return renewals.map(({ subscriptionId, name, orderId, due, ...aircraft }) => {
    const aircraftName = formatMailedAircraftName(aircraft)
    const unitText = `A unidade ${subscriptionId} (${name}${aircraftName ? `, ${aircraftName}` : ''})`
    const untilText = due ? ` e vale até ${formatDate(due)}` : ''
    return `${unitText} já foi renovada também pelo pedido nº ${orderId}${untilText}.`
  })
}
