import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type ClosingAccount =
  | 'sold'
  | PaymentWay
  | 'refund'
  | 'refund-reversed'
  | 'chargeback'
  | 'credited'
  | 'to-come'

type AccountSum = { count: number; value: Centavos; fee: Centavos; invoiced: Centavos }

export type ClosingSums = Partial<Record<ClosingAccount, AccountSum>>
