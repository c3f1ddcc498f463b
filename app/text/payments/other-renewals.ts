import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'

type OtherRenewal = {
  subscriptionId: number
  name: string
  registration: string | null
  orderId: number
  due: CivilDate | null
}

export function formatOtherRenewals(renewals: readonly OtherRenewal[]): string[] {
  return renewals.map(({ subscriptionId, name, registration, orderId, due }) => {
    const unitText = `A unidade ${subscriptionId} (${name}${registration ? `, ${registration}` : ''})`
    const untilText = due ? ` e vale até ${formatDate(due)}` : ''
    return `${unitText} já foi renovada também pelo pedido nº ${orderId}${untilText}.`
  })
}
