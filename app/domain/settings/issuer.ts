/** Stored in rows, settings and payment keys. */
export const gatewayName = 'asaas'

export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]

/** Centavos. Reported of the gateway, not documented by it (docs/gateway-events.md); a setting therefore. */
export const usualMinimum = 5_00
export const highestMinimum = 50_00
