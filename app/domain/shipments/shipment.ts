import type { WebhookEvent } from '#app/domain/settings/webhook.ts'
import { isTrackingCode, normaliseTrackingCode } from '#app/domain/shipments/tracking.ts'

/** Stored codes; labels are in text/ (F84). */
export const shipmentStatus = { underWay: 1, sent: 2, delivered: 3, returned: 4 } as const

export type ShipmentStatus = (typeof shipmentStatus)[keyof typeof shipmentStatus]

/** D9: ACOBRAR is paid by the receiver; REGISTRADA and SIMPLES are mail with and without a code. */
export const shipmentTypes = ['SEDEX', 'PAC', 'ACOBRAR', 'REGISTRADA', 'SIMPLES'] as const

export type ShipmentType = (typeof shipmentTypes)[number]

export type ShipmentEvent = 'sent' | 'delivered' | 'returned' | 'resent'

/** Each becomes one outbox row and so one job. */
export type ShipmentEffect = 'mail-dispatched'

type Transition = { to: ShipmentStatus; effects: ShipmentEffect[]; event?: WebhookEvent }
type From = keyof typeof shipmentStatus

const dispatched = {
  to: shipmentStatus.sent,
  effects: ['mail-dispatched'],
  event: 'order.dispatched',
} satisfies Transition

/** State × event → state + effects (D38); other events do not apply. */
export const shipmentTransitions: Record<From, Partial<Record<ShipmentEvent, Transition>>> = {
  underWay: { sent: dispatched },
  sent: {
    delivered: { to: shipmentStatus.delivered, effects: [] },
    returned: { to: shipmentStatus.returned, effects: [] },
  },
  delivered: {},
  returned: { resent: dispatched },
}

export function shipmentTransition(status: number, event: ShipmentEvent): Transition | undefined {
  const from = states.find((name) => shipmentStatus[name] === status)
  return from && shipmentTransitions[from][event]
}

const states = ['underWay', 'sent', 'delivered', 'returned'] as const satisfies From[]

/** Packed, neither sent nor cancelled. */
export function isPending({ status, cancelled_at }: { status: number; cancelled_at: Date | null }): boolean {
  return status === shipmentStatus.underWay && cancelled_at === null
}

/** Also a returned one: its contents are checked again before dispatch. */
export function isAwaitingDispatch(shipment: { status: number; cancelled_at: Date | null }): boolean {
  return isPending(shipment) || shipment.status === shipmentStatus.returned
}

export function isShipmentType(text: string): text is ShipmentType {
  return shipmentTypes.some((type) => type === text)
}

/** As the buyer paid (D9); null where staff choose. */
export function defaultMethod(shippingType: string): ShipmentType | null {
  return shippingType === 'SEDEX' || shippingType === 'PAC' ? shippingType : null
}

/** Required for these, impossible for SIMPLES, optional otherwise (D9, D38). */
const needsCode: readonly ShipmentType[] = ['SEDEX', 'PAC', 'REGISTRADA']

export type CodeFault = 'track-code-required' | 'track-code-wrong' | 'track-code-unexpected'

/** Stored form or fault (UPU S10). */
export function validateTrackingCode(
  type: ShipmentType,
  typed: string | null,
): { code: string | null } | { fault: CodeFault } {
  const text = typed?.trim() ?? ''
  if (text === '') return needsCode.includes(type) ? { fault: 'track-code-required' } : { code: null }
  if (type === 'SIMPLES') return { fault: 'track-code-unexpected' }
  const code = normaliseTrackingCode(text)
  return code !== null && isTrackingCode(code) ? { code } : { fault: 'track-code-wrong' }
}
