import { type PaymentWay, paymentWays } from '#app/domain/payments/payment-way.ts'
import type { ClosingSums } from '#app/domain/reports/closing-account.ts'
import { closingLabels, receivedBy } from '#app/text/reports/day-closing-labels.ts'

const ways = Object.keys(paymentWays).filter(isWay)

function isWay(name: string): name is PaymentWay {
  return name in paymentWays
}

type ClosingLine = { key: string; label: string; kind: 'count' | 'money'; value: number; isRare?: true }

/** Returns the sums in order, in centavos; omits an `isRare` line without an amount. */
export function closingLines(accounts: ClosingSums): ClosingLine[] {
  const value = (account: keyof ClosingSums) => accounts[account]?.value ?? 0
  const received = ways.reduce((sum, way) => sum + value(way), 0)
  const fees = Object.values(accounts).reduce((sum, { fee }) => sum + fee, 0)
  const kept = received - value('refund') + value('refund-reversed') - value('chargeback')
  const invoiced = accounts.sold?.invoiced ?? 0
  const money = (key: string, label: string, centavos: number): ClosingLine => ({
    key,
    label,
    kind: 'money',
    value: centavos,
  })
  return [
    { key: 'orders', label: closingLabels.sold, kind: 'count', value: accounts.sold?.count ?? 0 },
    money('sold', closingLabels.soldValue, value('sold')),
    money('invoiced', closingLabels.invoiced, invoiced),
    money('not-invoiced', closingLabels.notInvoiced, value('sold') - invoiced),
    ...ways.map((way): ClosingLine => ({ ...money(way, receivedBy(way), value(way)), isRare: true })),
    money('received', closingLabels.received, received),
    money('refund', closingLabels.refund, value('refund')),
    {
      ...money('refund-reversed', closingLabels.refundReversed, value('refund-reversed')),
      isRare: true,
    },
    money('chargeback', closingLabels.chargeback, value('chargeback')),
    money('kept', closingLabels.kept, kept),
    money('fees', closingLabels.fees, fees),
    money('net', closingLabels.net, kept - fees),
    money('credited', closingLabels.credited, value('credited')),
  ]
}

export function closingTotals(accounts: ClosingSums): Omit<ClosingLine, 'key' | 'isRare'>[] {
  const lines = closingLines(accounts).filter(({ isRare, value }) => !isRare || value !== 0)
  const toCome = {
    label: closingLabels.toCome,
    kind: 'money',
    value: accounts['to-come']?.value ?? 0,
  } as const
  return [...lines.map(({ label, kind, value }) => ({ label, kind, value })), toCome]
}
