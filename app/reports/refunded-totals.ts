import type { Centavos } from '#app/domain/platform/money.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import type { FileTotal } from './file-table.ts'

/** Follow the sum of what was sold, which stays as it was; empty where nothing went back. */
export function refundedTotals(total: Centavos, returned: Centavos): FileTotal[] {
  if (returned === 0) return []
  return [
    { label: moneyBackLabels.done, kind: 'money', value: returned },
    { label: moneyBackLabels.totalNet, kind: 'money', value: total - returned },
  ]
}
