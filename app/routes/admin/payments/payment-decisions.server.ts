import { isWithinAmountDue } from '#app/domain/charges/boleto-terms.ts'
import { isAwaitingValue } from '#app/domain/payments/received-payment.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { calculateRowAmountDue } from '#app/models/charges/boleto-terms.server.ts'
import type { findPayment } from '#app/models/payments/payment-list.server.ts'
import {
  isDecisionCorrectable,
  isResolutionOffered,
  isShopRefund,
} from '#app/models/payments/payment-resolution.server.ts'
import { isNetRefund, listUnreportedRefunds } from '#app/models/payments/refunds/refund-match.server.ts'
import { formatAmountDue, formatDifference } from '#app/text/charges/terms-labels.ts'

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Returns the decisions that staff may take. `isBeingRefunded` is true while the bank is returning the Pix. */
export function listOfferedDecisions(
  payment: Payment,
  { isOpen, isBeingRefunded }: { isOpen: boolean; isBeingRefunded: boolean },
) {
  const { problem } = payment
  const isReversed = problem === 'reversed'
  const isOffered = (resolution: 'accepted' | 'assigned') =>
    isOpen && problem !== null && isResolutionOffered(problem, resolution)
  const offeredDecisions = { accepted: isOffered('accepted'), assigned: isOffered('assigned') }
  return {
    offers: isBeingRefunded ? { accepted: false, assigned: false } : offeredDecisions,
    isBeingRefunded: isBeingRefunded && (offeredDecisions.accepted || offeredDecisions.assigned),
    reversal: {
      canUphold: isReversed && (isOpen || isDecisionCorrectable(payment, 'upheld')),
      canDismiss: isReversed && (isOpen || isDecisionCorrectable(payment, 'dismissed')),
      isRefund: isShopRefund(payment),
    },
    reportedAmount: isAwaitingValue(payment) ? payment.reportedValue : null,
  }
}

/** Returns the amounts of refunds recorded by staff that may be the same money as this reversal. */
export async function listRecordedRefunds(payment: Payment): Promise<Centavos[]> {
  if (payment.resolution === 'refunded' || payment.reversesId === null || !isShopRefund(payment)) return []
  if (isNetRefund(payment.eventKey, payment.reversal)) return []
  return listUnreportedRefunds(payment.reversesId)
}

/** Returns the amount due on the day of payment as text; null if the boleto's value was due and paid. */
export function formatDueText(payment: Payment): string | null {
  const { boletoValue, boletoDueDate, value, paidOn, problem } = payment
  if (boletoValue === null || boletoDueDate === null || problem === 'reversed') return null
  const amountDue = calculateRowAmountDue({ ...payment, value: boletoValue, due_date: boletoDueDate }, paidOn)
  if (isWithinAmountDue(amountDue, value))
    return amountDue.total === boletoValue ? null : formatAmountDue(amountDue, boletoValue)
  return `${formatAmountDue(amountDue, boletoValue)}: ${formatDifference(value, amountDue)}`
}
