import { isSettledBy } from '#app/domain/charges/boleto-terms.ts'
import { waitsForValue } from '#app/domain/payments/received-payment.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { calculateAmountDue } from '#app/models/charges/boleto-terms.server.ts'
import type { findPayment } from '#app/models/payments/payment-list.server.ts'
import { becomesRefund, isCorrectable, isOffered } from '#app/models/payments/payment-resolution.server.ts'
import { isNetReturn, listUnreportedRefunds } from '#app/models/payments/refunds/refund-match.server.ts'
import { formatAmountDue, formatDifference } from '#app/text/charges/terms-labels.ts'

type Paid = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Returns the possible decisions. `isBarred` is true while the bank is returning the Pix. */
export function offeredDecisions(
  payment: Paid,
  { isOpen, isBarred }: { isOpen: boolean; isBarred: boolean },
) {
  const { problem } = payment
  const offeredActs = {
    accepted: isOpen && problem !== null && isOffered(problem, 'accepted'),
    assigned: isOpen && problem !== null && isOffered(problem, 'assigned'),
  }
  return {
    offers: isBarred ? { accepted: false, assigned: false } : offeredActs,
    isBarred: isBarred && (offeredActs.accepted || offeredActs.assigned),
    reversal: {
      upheld: problem === 'reversed' && (isOpen || isCorrectable(payment, 'upheld')),
      dismissed: problem === 'reversed' && (isOpen || isCorrectable(payment, 'dismissed')),
      isRefund: becomesRefund(payment),
    },
    otherValue: waitsForValue(payment) ? payment.reportedValue : null,
  }
}

/** Returns refunds recorded by staff to which this money may belong. */
export async function listRecordedRefunds(payment: Paid): Promise<Centavos[]> {
  if (payment.resolution === 'refunded' || payment.reversesId === null || !becomesRefund(payment)) return []
  if (isNetReturn(payment.eventKey, payment.reversal)) return []
  return listUnreportedRefunds(payment.reversesId)
}

/** Returns the amount due on the day of payment; null if it was paid and is the boleto's value. */
export function dueText(payment: Paid): string | null {
  const { boletoValue, boletoDueDate, value, paidOn, problem } = payment
  if (boletoValue === null || boletoDueDate === null || problem === 'reversed') return null
  const due = calculateAmountDue({ ...payment, value: boletoValue, due_date: boletoDueDate }, paidOn)
  if (isSettledBy(due, value)) return due.total === boletoValue ? null : formatAmountDue(due, boletoValue)
  return `${formatAmountDue(due, boletoValue)}: ${formatDifference(value, due)}`
}
