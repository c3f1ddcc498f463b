import { getLastPaymentDay, getPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type CurrentBoleto, isBoletoShown, type PaymentState } from '#app/domain/payments/payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'

export type CustomerStep =
  | { kind: 'pay'; until: CivilDate; isOverdue: boolean }
  | { kind: 'renew'; unitId: number; until: CivilDate }
  | { kind: 'download'; unitId: number | null }
  | { kind: 'await-dispatch'; hasDownload: boolean }
  /** nothing to do for the customer; each status has a label in text/orders */
  | { kind: 'await-shop'; status: number }
  | { kind: 'track'; code: string | null; isPartial: boolean }
  | {
      kind:
        | 'send-photo'
        | 'await-review'
        | 'renew-boleto'
        | 'await-boleto'
        | 'await-check'
        | 'order-again'
        | 'await-refund'
        | 'await-new-dispatch'
        | 'cancelled'
        | 'finished'
    }

export type CustomerUnit = {
  id: number
  isDownloadable: boolean // true if the unit has a file that can be downloaded today
  isAwaitingDispatch: boolean
  renewableUntil: CivilDate | null // last day of the renewal window, if it is open today
}

export type CustomerStepInput = {
  status: number
  reason: string | null // reason of the rejection by staff; null if the order was not rejected
  payment: PaymentState
  boleto: CurrentBoleto | null
  needsPhoto: boolean
  owedAmount: Centavos // centavos that the shop must still refund
  shipments: readonly { status: number; trackCode: string | null }[]
  units: readonly CustomerUnit[]
}

/** Returns the next step of an order for its customer: something to do, or to wait for. */
export function getCustomerStep(data: CustomerStepInput): CustomerStep {
  const { status, reason, needsPhoto, owedAmount } = data
  if (status === orderStatus.underReview) return { kind: needsPhoto ? 'send-photo' : 'await-review' }
  if (status === orderStatus.pendingPayment) return findPaymentStep(data)
  if (status === orderStatus.confirmed) return findPaidStep(data)
  if (owedAmount > 0) return { kind: 'await-refund' }
  if (status !== orderStatus.cancelled) return { kind: 'await-shop', status }
  return { kind: reason ? 'order-again' : 'cancelled' }
}

function findPaymentStep({ payment, boleto }: CustomerStepInput): CustomerStep {
  if (boleto && isBoletoShown(payment)) {
    const isOverdue = payment === 'overdue'
    const until = isOverdue ? getLastPaymentDay(boleto) : getPayableDueDate(boleto.dueDate)
    return { kind: 'pay', until, isOverdue }
  }
  if (payment === 'expired' || payment === 'imported') return { kind: 'renew-boleto' }
  return { kind: payment === 'checking' ? 'await-check' : 'await-boleto' }
}

/** Returns the first step that applies: tracking a shipment, awaiting dispatch, renewal, download. */
function findPaidStep({ units, shipments, owedAmount }: CustomerStepInput): CustomerStep {
  if (units.length === 0 && owedAmount > 0) return { kind: 'await-refund' }
  const hasUnsentCopies = units.some((unit) => unit.isAwaitingDispatch)
  const downloads = units.filter((unit) => unit.isDownloadable)
  const shipmentInTransit = shipments.findLast(({ status }) => status === shipmentStatus.sent)
  if (shipmentInTransit)
    return { kind: 'track', code: shipmentInTransit.trackCode, isPartial: hasUnsentCopies }
  if (hasUnsentCopies) {
    if (shipments.at(-1)?.status === shipmentStatus.returned) return { kind: 'await-new-dispatch' }
    return { kind: 'await-dispatch', hasDownload: downloads.length > 0 }
  }
  const [nextRenewal] = units
    .flatMap(({ id, renewableUntil }) => (renewableUntil === null ? [] : [{ id, until: renewableUntil }]))
    .toSorted((left, right) => left.until.localeCompare(right.until))
  if (nextRenewal) return { kind: 'renew', unitId: nextRenewal.id, until: nextRenewal.until }
  const [download] = downloads
  if (download) return { kind: 'download', unitId: downloads.length === 1 ? download.id : null }
  return { kind: 'finished' }
}
