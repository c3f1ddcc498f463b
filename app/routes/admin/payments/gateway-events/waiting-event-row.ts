import type { EventAttention } from '#app/domain/payments/gateway-events.ts'
import { attentionLabels, gatewayEventName } from '#app/text/payments/gateway-event-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Waiting = {
  id: number
  name: string
  externalId: string | null
  attention: EventAttention | null
  receivedAt: Date
  orderId: number | null
}

/** An event that waits for a person, in words. */
export function waitingEventRow({ id, name, externalId, attention, receivedAt, orderId }: Waiting) {
  return {
    id,
    orderId,
    externalId,
    name: gatewayEventName(name),
    why: attention === null ? '' : attentionLabels[attention],
    receivedAt: formatDateTime(receivedAt),
  }
}
