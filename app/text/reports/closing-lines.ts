import { type PaymentWay, paymentWays } from '#app/domain/payments/payment-way.ts'
import type { ClosingSums } from '#app/domain/reports/closing-account.ts'
import { closingLabels, formatReceivedBy } from '#app/text/reports/day-closing-labels.ts'

const paymentWayNames = Object.keys(paymentWays).filter(isPaymentWay)

function isPaymentWay(name: string): name is PaymentWay {
  return name in paymentWays
}

type ClosingLine = { key: string; label: string; kind: 'count' | 'money'; value: number; isRare?: true }

/** Returns the sums in sequence, in centavos. Omits an `isRare` line without an amount. */
export function listClosingLines(accounts: ClosingSums): ClosingLine[] {
  const getAccountValue = (account: keyof ClosingSums) => accounts[account]?.value ?? 0
  const received = paymentWayNames.reduce((sum, way) => sum + getAccountValue(way), 0)
  const fees = Object.values(accounts).reduce((sum, { fee }) => sum + fee, 0)
  const keptSum =
    received - getAccountValue('refund') + getAccountValue('refund-reversed') - getAccountValue('chargeback')
  const invoiced = accounts.sold?.invoiced ?? 0
  const makeMoneyLine = (key: string, label: string, centavos: number): ClosingLine => ({
    key,
    label,
    kind: 'money',
    value: centavos,
  })
  return [
    { key: 'orders', label: closingLabels.sold, kind: 'count', value: accounts.sold?.count ?? 0 },
    makeMoneyLine('sold', closingLabels.soldValue, getAccountValue('sold')),
    makeMoneyLine('invoiced', closingLabels.invoiced, invoiced),
    makeMoneyLine('not-invoiced', closingLabels.notInvoiced, getAccountValue('sold') - invoiced),
    ...paymentWayNames.map(
      (way): ClosingLine => ({
        ...makeMoneyLine(way, formatReceivedBy(way), getAccountValue(way)),
        isRare: true,
      }),
    ),
    makeMoneyLine('received', closingLabels.received, received),
    makeMoneyLine('refund', closingLabels.refund, getAccountValue('refund')),
    {
      ...makeMoneyLine('refund-reversed', closingLabels.refundReversed, getAccountValue('refund-reversed')),
      isRare: true,
    },
    makeMoneyLine('chargeback', closingLabels.chargeback, getAccountValue('chargeback')),
    makeMoneyLine('kept', closingLabels.kept, keptSum),
    makeMoneyLine('fees', closingLabels.fees, fees),
    makeMoneyLine('net', closingLabels.net, keptSum - fees),
    makeMoneyLine('credited', closingLabels.credited, getAccountValue('credited')),
  ]
}

export function listClosingTotals(accounts: ClosingSums): Omit<ClosingLine, 'key' | 'isRare'>[] {
  const lines = listClosingLines(accounts).filter(({ isRare, value }) => !isRare || value !== 0)
  const toCome = {
    label: closingLabels.toCome,
    kind: 'money',
    value: accounts['to-come']?.value ?? 0,
  } as const
  return [...lines.map(({ label, kind, value }) => ({ label, kind, value })), toCome]
}
