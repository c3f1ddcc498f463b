import type { PaymentSource } from '#app/domain/payments/received-payment.ts'

/** `isCreditReported`: counts as still to come until a day of credit is told. A further way joins with a line here. */
export const paymentWays = {
  'bank-boleto': { isCreditReported: false },
  'gateway-boleto': { isCreditReported: true },
  'gateway-pix': { isCreditReported: true },
  'bank-pix': { isCreditReported: false },
  'by-hand': { isCreditReported: false },
  'moved-in': { isCreditReported: false },
} as const satisfies Record<string, { isCreditReported: boolean }>

export type PaymentWay = keyof typeof paymentWays

/** Of payments that say no way themselves. */
export const usualWays: Readonly<Record<PaymentSource, PaymentWay>> = {
  'bank-file': 'bank-boleto',
  gateway: 'gateway-boleto',
  reconciliation: 'gateway-boleto',
  pix: 'bank-pix',
}
