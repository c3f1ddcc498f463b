import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { PaymentSource, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** `eventKey` identifies the event across sources; `problem` is why the named boleto does not count. */
export type ReceivedMoney = {
  eventKey: string
  source: PaymentSource
  boletoId: number | null
  problem?: 'unmatched' | 'boleto-differs'
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  fee?: Centavos | null // deducted by bank or gateway; null or omitted if not reported
  way?: PaymentWay // the usual one of its source if omitted
  /** part of `value` already refunded or being refunded; the rest pays the order */
  returned?: Centavos
  reversal?: Reversal
  details?: Record<string, unknown>
}
