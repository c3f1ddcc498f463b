/** The payment gateway as rows, settings and the keys of its payments name it. */
export const gatewayName = 'asaas'

/** Who makes boletos: the own agreement with a bank, or the gateway. */
export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]
