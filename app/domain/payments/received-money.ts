import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { PaymentSource, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/**
 * `eventKey` identifies the event across sources ('bank/…', 'gateway/…'); `boletoId` is null for none of ours;
 * `problem` tells why a named boleto was not accepted.
 */
export type ReceivedMoney = {
  eventKey: string
  source: PaymentSource
  boletoId: number | null
  problem?: 'unmatched' | 'boleto-differs'
  value: Centavos
  paidOn: CivilDate
  creditedOn: CivilDate | null
  /** kept back by bank or gateway; null or left out where nobody said */
  fee?: Centavos | null
  /** left out: the usual one of its source */
  way?: PaymentWay
  /** of `value`, when this was read, already given back or on its way: what stayed pays the order */
  returned?: Centavos
  reversal?: Reversal
  details?: Record<string, unknown>
}
