import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { PaymentSource, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** `eventKey` identifies the event across sources; `problem` is why a named boleto was not accepted. */
export type ReceivedMoney = {
  eventKey: string
  source: PaymentSource
  boletoId: number | null
  problem?: 'unmatched' | 'boleto-differs'
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  fee?: Centavos | null // deducted by bank or gateway; null or omitted when not reported
  way?: PaymentWay // omitted: the usual one of its source
  /** part of `value` already given back or on its way: the rest pays the order */
  returned?: Centavos
  reversal?: Reversal
  details?: Record<string, unknown>
}
