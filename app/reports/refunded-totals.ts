import type { Centavos } from '#app/domain/platform/money.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import type { FileTotal } from './file-table.ts'

/** Returns the totals of refunds, shown after the sum of sales; empty without a refund. */
export function getRefundedTotals(total: Centavos, returnedAmount: Centavos): FileTotal[] {
  if (returnedAmount === 0) return []
  return [
    { label: moneyBackLabels.done, kind: 'money', value: returnedAmount },
    { label: moneyBackLabels.totalWithoutRefunded, kind: 'money', value: total - returnedAmount },
  ]
}
