import type { PaymentProblem, PaymentResolution } from '#app/domain/payments/received-payment.ts'
import { paymentProblems, paymentResolutions } from '#app/text/payments/payment-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type PaymentStateProps = {
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
  isResolved: boolean
  isLate: boolean
}

/** What there is to say about money that came in: counted, waiting for a person and why, or what was decided. */
export function PaymentState({ problem, resolution, isResolved, isLate }: PaymentStateProps) {
  if (problem === null) return <StatusTag tone="good">{isLate ? 'Contado, com atraso' : 'Contado'}</StatusTag>
  const words = paymentProblems[problem]
  if (!isResolved) return <StatusTag tone="warn">{words}</StatusTag>
  return <StatusTag>{resolution ? `${words}: ${paymentResolutions[resolution]}` : words}</StatusTag>
}
