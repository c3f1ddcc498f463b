import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { PaymentSource, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** Reported money. `eventKey` identifies it across sources; `problem` is why it pays no boleto. */
export type ReceivedMoney = {
  eventKey: string
  source: PaymentSource
  boletoId: number | null
  problem?: 'unmatched' | 'boleto-differs'
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  fee?: Centavos | null // deducted by bank or gateway; null or undefined if not reported
  way?: PaymentWay // default: the usual way of its source
  /** part of `value` already refunded or being refunded; the rest pays the order */
  returned?: Centavos
  reversal?: Reversal
  details?: Record<string, unknown>
}
