/** Stored in rows, settings and payment keys. */
export const gatewayName = 'asaas'

export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]
