import { isWithinAmountDue } from '#app/domain/charges/boleto-terms.ts'
import { isAwaitingValue } from '#app/domain/payments/received-payment.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { calculateRowAmountDue } from '#app/models/charges/boleto-terms.server.ts'
import type { findPayment } from '#app/models/payments/payment-list.server.ts'
import { isCorrectable, isOffered, isRefund } from '#app/models/payments/payment-resolution.server.ts'
import { isNetRefund, listUnreportedRefunds } from '#app/models/payments/refunds/refund-match.server.ts'
import { formatAmountDue, formatDifference } from '#app/text/charges/terms-labels.ts'

type Paid = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Returns the possible decisions. `isBlocked` is true while the bank is returning the Pix. */
export function listOfferedDecisions(
  payment: Paid,
  { isOpen, isBlocked }: { isOpen: boolean; isBlocked: boolean },
) {
  const { problem } = payment
  const offeredActs = {
    accepted: isOpen && problem !== null && isOffered(problem, 'accepted'),
    assigned: isOpen && problem !== null && isOffered(problem, 'assigned'),
  }
  return {
    offers: isBlocked ? { accepted: false, assigned: false } : offeredActs,
    isBlocked: isBlocked && (offeredActs.accepted || offeredActs.assigned),
    reversal: {
      canUphold: problem === 'reversed' && (isOpen || isCorrectable(payment, 'upheld')),
      canDismiss: problem === 'reversed' && (isOpen || isCorrectable(payment, 'dismissed')),
      isRefund: isRefund(payment),
    },
    otherValue: isAwaitingValue(payment) ? payment.reportedValue : null,
  }
}

/** Returns refunds recorded by staff to which this money may belong. */
export async function listRecordedRefunds(payment: Paid): Promise<Centavos[]> {
  if (payment.resolution === 'refunded' || payment.reversesId === null || !isRefund(payment)) return []
  if (isNetRefund(payment.eventKey, payment.reversal)) return []
  return listUnreportedRefunds(payment.reversesId)
}

/** Returns the amount due on the day of payment; null if it was paid and is the boleto's value. */
export function formatDueText(payment: Paid): string | null {
  const { boletoValue, boletoDueDate, value, paidOn, problem } = payment
  if (boletoValue === null || boletoDueDate === null || problem === 'reversed') return null
  const due = calculateRowAmountDue({ ...payment, value: boletoValue, due_date: boletoDueDate }, paidOn)
  if (isWithinAmountDue(due, value))
    return due.total === boletoValue ? null : formatAmountDue(due, boletoValue)
  return `${formatAmountDue(due, boletoValue)}: ${formatDifference(value, due)}`
}
