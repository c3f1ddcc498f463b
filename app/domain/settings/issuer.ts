/** Stored in rows, settings and payment keys. */
export const gatewayName = 'asaas'

export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]

/** Centavos. Reported of the gateway, not documented by it (docs/gateway-events.md); a setting therefore. */
export const usualMinimum = 5_00
/** A higher one cannot be set, so that orders above it need no look at the setting. */
export const highestMinimum = 50_00
