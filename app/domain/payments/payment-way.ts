import type { PaymentSource } from '#app/domain/payments/received-payment.ts'

/** Ways of payment. `isCreditReported`: the money is outstanding until its credit is reported. */
export const paymentWays = {
  'bank-boleto': { isCreditReported: false, means: 'boleto' },
  'gateway-boleto': { isCreditReported: true, means: 'boleto' },
  'gateway-pix': { isCreditReported: true, means: 'pix' },
  'bank-pix': { isCreditReported: false, means: 'pix' },
  'by-hand': { isCreditReported: false, means: 'other' },
  'moved-in': { isCreditReported: false, means: 'other' },
} as const satisfies Record<string, { isCreditReported: boolean; means: PaymentMeans }>

export type PaymentMeans = 'boleto' | 'pix' | 'other'

export type PaymentWay = keyof typeof paymentWays

export const defaultPaymentWays: Readonly<Record<PaymentSource, PaymentWay>> = {
  'bank-file': 'bank-boleto',
  gateway: 'gateway-boleto',
  reconciliation: 'gateway-boleto',
  pix: 'bank-pix',
}

export function getPaymentMeans(way: PaymentWay | null): PaymentMeans {
  return way === null ? 'other' : paymentWays[way].means
}
