import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  canAwaitDispatch,
  subscriptionStatus,
  waitingBeforeExpiry,
} from '#app/domain/subscriptions/subscription.ts'

export const goodsStates = [
  'to-send',
  'packed',
  'sent',
  'delivered',
  'returned',
  'in-withdrawal',
  'given-back',
] as const
export type GoodsState = (typeof goodsStates)[number]

type Unit = {
  status: number
  statusBeforeExpiry: number | null
  sentOn: CivilDate | null
  isSuspended: boolean
}

export type CopyData = {
  isDownload: boolean
  isSignature: boolean
  isSentImmediately: boolean
  withdrawal: 'open' | 'accepted' | null
  isOrderPaid: boolean
  /** null before the payment and for a renewal */
  unit: Unit | null
  /** status of the shipment that contains the copy, or of its last shipment; null if there was none */
  shipment: 'packed' | 'sent' | 'delivered' | 'returned' | null
}

/**
 * Returns where a copy is; null for a download, and for a copy that was not sent and does not await dispatch.
 */
export function getGoodsState(copy: CopyData): GoodsState | null {
  const { withdrawal, unit, shipment } = copy
  if (withdrawal === 'accepted') return 'given-back'
  if (withdrawal === 'open') return 'in-withdrawal'
  if (copy.isDownload || unit === null) return null
  if (shipment === 'packed' || shipment === 'sent') return shipment
  if (canAwaitDispatch(copy, unit) && !hasExpiredWithoutCopy(unit)) {
    if (shipment === 'returned') return 'returned'
    if (copy.isOrderPaid && !unit.isSuspended) return 'to-send'
  }
  if (shipment === 'delivered') return 'delivered'
  return unit.sentOn !== null || unit.status === subscriptionStatus.sent ? 'sent' : null
}

function hasExpiredWithoutCopy({ status, statusBeforeExpiry }: Unit): boolean {
  return (
    status === subscriptionStatus.expired &&
    !waitingBeforeExpiry.some((waitingStatus) => waitingStatus === statusBeforeExpiry)
  )
}
