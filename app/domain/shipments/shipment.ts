import { isTrackingCode, normaliseTrackingCode } from '#app/domain/shipments/tracking.ts'

/** Status codes of a shipment; the number is the truth, the words live in text/ (F84). */
export const shipmentStatus = { underWay: 1, sent: 2, delivered: 3, returned: 4 } as const

export type ShipmentStatus = (typeof shipmentStatus)[keyof typeof shipmentStatus]

/** How a shipment travels (D9): ACOBRAR is paid by the receiver, REGISTRADA and SIMPLES are mail with and without a code. */
export const shipmentTypes = ['SEDEX', 'PAC', 'ACOBRAR', 'REGISTRADA', 'SIMPLES'] as const

export type ShipmentType = (typeof shipmentTypes)[number]

/** What happens to a shipment, whoever causes it. */
export type ShipmentEvent = 'sent' | 'delivered' | 'returned' | 'resent'

/** What a transition promises; each becomes one outbox row and so one job. */
export type ShipmentEffect = 'tell-dispatched'

type Transition = { to: ShipmentStatus; effects: ShipmentEffect[] }
type From = keyof typeof shipmentStatus

/** State × event → state + effects (D38). What is not in the table does not happen. */
export const shipmentTransitions: Record<From, Partial<Record<ShipmentEvent, Transition>>> = {
  underWay: { sent: { to: shipmentStatus.sent, effects: ['tell-dispatched'] } },
  sent: {
    delivered: { to: shipmentStatus.delivered, effects: [] },
    returned: { to: shipmentStatus.returned, effects: [] },
  },
  delivered: {},
  returned: { resent: { to: shipmentStatus.sent, effects: ['tell-dispatched'] } },
}

/** The transition for a shipment in `status`, or undefined where the event does not apply. */
export function shipmentTransition(status: number, event: ShipmentEvent): Transition | undefined {
  const from = states.find((name) => shipmentStatus[name] === status)
  return from && shipmentTransitions[from][event]
}

const states = ['underWay', 'sent', 'delivered', 'returned'] as const satisfies From[]

/** True while a shipment stands packed, neither sent nor given up. */
export function isPending({ status, cancelled_at }: { status: number; cancelled_at: Date | null }): boolean {
  return status === shipmentStatus.underWay && cancelled_at === null
}

/** True while a shipment is to leave, for the first time or once more, so that nothing may be in it that must not. */
export function isAwaitingDispatch(shipment: { status: number; cancelled_at: Date | null }): boolean {
  return isPending(shipment) || shipment.status === shipmentStatus.returned
}

/** True for one of the ways a shipment travels. */
export function isShipmentType(text: string): text is ShipmentType {
  return shipmentTypes.some((type) => type === text)
}

/** The way an order's shipment is likely to travel: as the buyer paid for (D9); null where staff choose. */
export function defaultMethod(shippingType: string): ShipmentType | null {
  return shippingType === 'SEDEX' || shippingType === 'PAC' ? shippingType : null
}

/** Which ways of travelling have a code: these must, ordinary mail cannot, the rest may (D9, D38). */
const needsCode: readonly ShipmentType[] = ['SEDEX', 'PAC', 'REGISTRADA']

export type CodeFault = 'track-code-required' | 'track-code-wrong' | 'track-code-unexpected'

/** The tracking code of a dispatch as it is stored, null for none, or what is wrong with the one typed (UPU S10). */
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
