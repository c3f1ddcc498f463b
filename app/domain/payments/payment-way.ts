import type { PaymentSource } from '#app/domain/payments/received-payment.ts'

/**
 * `isCreditReported`: counts as still to come until a day of credit is told. `means`: as an invoice has it. A further
 * way joins with a line here.
 */
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

/** Ways of payments that have none of their own. */
export const usualWays: Readonly<Record<PaymentSource, PaymentWay>> = {
  'bank-file': 'bank-boleto',
  gateway: 'gateway-boleto',
  reconciliation: 'gateway-boleto',
  pix: 'bank-pix',
}

/** Payments recorded by staff: the way is unknown. */
export function getPaymentMeans(way: PaymentWay | null): PaymentMeans {
  return way === null ? 'other' : paymentWays[way].means
}
