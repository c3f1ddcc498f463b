import {
  type PaymentProblem,
  type PaymentResolution,
  waitsForValue,
} from '#app/domain/payments/received-payment.ts'
import { otherValueLabel, paymentProblems, resolutionLabel } from '#app/text/payments/payment-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type PaymentStateProps = {
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
  isResolved: boolean
  isLate: boolean
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}

export function PaymentState({ problem, resolution, isResolved, isLate, ...readings }: PaymentStateProps) {
  if (waitsForValue(readings)) return <StatusTag tone="warn">{otherValueLabel}</StatusTag>
  if (problem === null) return <StatusTag tone="good">{isLate ? 'Contado, com atraso' : 'Contado'}</StatusTag>
  const words = paymentProblems[problem]
  if (!isResolved) return <StatusTag tone="warn">{words}</StatusTag>
  return <StatusTag>{resolution ? `${words}: ${resolutionLabel(problem, resolution)}` : words}</StatusTag>
}
