import {
  getCodeRule,
  readTrackingCode,
  type ShipmentType,
  soldServices,
} from '#app/domain/checkout/carriers/carriers.ts'
import type { Effect } from '#app/domain/platform/effect.ts'
import type { WebhookEvent } from '#app/domain/settings/webhook.ts'

/** Stored codes; labels are in text/. `underWay` means in preparation, before the first dispatch. */
export const shipmentStatus = { underWay: 1, sent: 2, delivered: 3, returned: 4 } as const

export type ShipmentStatus = (typeof shipmentStatus)[keyof typeof shipmentStatus]

export type ShipmentEvent = 'sent' | 'delivered' | 'returned' | 'resent'

type Transition = { to: ShipmentStatus; effects: Effect[]; event?: WebhookEvent }
type StatusName = keyof typeof shipmentStatus

const dispatchTransition = {
  to: shipmentStatus.sent,
  effects: ['mail-dispatched'],
  event: 'order.dispatched',
} satisfies Transition

export const shipmentTransitions: Record<StatusName, Partial<Record<ShipmentEvent, Transition>>> = {
  underWay: { sent: dispatchTransition },
  sent: {
    delivered: { to: shipmentStatus.delivered, effects: [] },
    returned: { to: shipmentStatus.returned, effects: [] },
  },
  delivered: {},
  returned: { resent: dispatchTransition },
}

export function findShipmentTransition(status: number, event: ShipmentEvent): Transition | undefined {
  const from = statusNames.find((name) => shipmentStatus[name] === status)
  return from && shipmentTransitions[from][event]
}

const statusNames = ['underWay', 'sent', 'delivered', 'returned'] as const satisfies StatusName[]

/** Returns true for a shipment in preparation that was not cancelled. */
export function isPending({ status, cancelled_at }: { status: number; cancelled_at: Date | null }): boolean {
  return status === shipmentStatus.underWay && cancelled_at === null
}

/** Returns true before the first dispatch and after a return, when it may be sent again. */
export function isAwaitingDispatch(shipment: { status: number; cancelled_at: Date | null }): boolean {
  return isPending(shipment) || shipment.status === shipmentStatus.returned
}

/** Returns the service that the buyer paid; null if staff choose it. */
export function getDefaultShipmentType(shippingType: string): ShipmentType | null {
  return soldServices.find((service) => service === shippingType) ?? null
}

export type CodeFault = 'track-code-required' | 'track-code-wrong' | 'track-code-unexpected'

export function validateTrackingCode(
  type: ShipmentType,
  typedCode: string | null,
): { code: string | null } | { fault: CodeFault } {
  const text = typedCode?.trim() ?? ''
  const rule = getCodeRule(type)
  if (text === '') return rule === 'required' ? { fault: 'track-code-required' } : { code: null }
  if (rule === 'none') return { fault: 'track-code-unexpected' }
  const code = readTrackingCode(type, text)
  return code === null ? { fault: 'track-code-wrong' } : { code }
}
