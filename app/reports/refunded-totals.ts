import type { Centavos } from '#app/domain/platform/money.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import type { FileTotal } from './file-table.ts'

/** Returns totals of refunds, which follow the unchanged sum of sales; none without a refund. */
export function refundedTotals(total: Centavos, returned: Centavos): FileTotal[] {
  if (returned === 0) return []
  return [
    { label: moneyBackLabels.done, kind: 'money', value: returned },
    { label: moneyBackLabels.totalNet, kind: 'money', value: total - returned },
  ]
}
