import {
  isAwaitingValue,
  type PaymentProblem,
  type PaymentResolution,
} from '#app/domain/payments/received-payment.ts'
import { getResolutionLabel, otherValueLabel, paymentProblems } from '#app/text/payments/payment-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type PaymentStateProps = {
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
  isResolved: boolean
  isLate: boolean
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}

export function PaymentState({
  problem,
  resolution,
  isResolved,
  isLate,
  ...reportedValues
}: PaymentStateProps) {
  if (isAwaitingValue(reportedValues)) return <StatusTag tone="warn">{otherValueLabel}</StatusTag>
  if (problem === null) return <StatusTag tone="good">{isLate ? 'Contado, com atraso' : 'Contado'}</StatusTag>
  const problemText = paymentProblems[problem]
  if (!isResolved) return <StatusTag tone="warn">{problemText}</StatusTag>
  return (
    <StatusTag>
      {resolution ? `${problemText}: ${getResolutionLabel(problem, resolution)}` : problemText}
    </StatusTag>
  )
}
