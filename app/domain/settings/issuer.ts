import { choice, money, optionalText } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Stored in rows, settings and payment keys. */
export const gatewayName = 'asaas'

export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]

/** Centavos. Reported of the gateway, not documented by it (docs/gateway-events.md); a setting therefore. */
export const usualMinimum = 5_00
export const highestMinimum = 50_00

/** The issuer of new boletos. */
export const issuerSetting = defineSetting({
  name: 'issuer',
  for: 'superuser',
  needsProof: true,
  fields: {
    issuer: choice(issuerNames, { initial: 'own-bank' }),
    /** Printed on a gateway's boletos, whose data lack it; so is the wallet. */
    agencyAndCode: optionalText({ max: 30 }),
    wallet: optionalText({ max: 5 }),
    /** Below it a gateway takes no charge. */
    minimum: money({ initial: usualMinimum, max: highestMinimum }),
  },
})

export type IssuerSetting = SettingValues<typeof issuerSetting>
