import { choice, money, optionalText } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

export const gatewayName = 'asaas' // stored in rows, settings and keys of payments

export const issuerNames = ['own-bank', gatewayName] as const
export type IssuerName = (typeof issuerNames)[number]

/** In centavos, as other shops report it. The gateway documents no minimum (docs/gateway-events.md). */
export const defaultMinimum = 5_00
export const highestMinimum = 50_00

export const issuerSetting = defineSetting({
  name: 'issuer',
  for: 'superuser',
  needsProof: true,
  fields: {
    issuer: choice(issuerNames, { initial: 'own-bank' }),
    /** printed on a gateway's boletos, whose data lack this and the wallet */
    agencyAndCode: optionalText({ max: 30 }),
    wallet: optionalText({ max: 5 }),
    minimum: money({ initial: defaultMinimum, max: highestMinimum }), // the gateway rejects smaller charges
  },
})

export type IssuerSetting = SettingValues<typeof issuerSetting>
