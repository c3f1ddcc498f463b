import { choice, optionalText, percent, tick, wholeNumber } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Tax regime code (CRT) of the seller: Simples Nacional, the same above its sublimit, MEI, normal. */
export const taxRegimes = ['simples', 'simples-excess', 'mei', 'normal'] as const
export type TaxRegime = (typeof taxRegimes)[number]

/** An NFS-e is issued by the system of the seller's city or by the national one (Emissor Nacional). */
export const serviceLayouts = ['city', 'national'] as const
export type ServiceLayout = (typeof serviceLayouts)[number]

/** 'law' follows regime and day (D175). */
export const layoutChoices = ['law', ...serviceLayouts] as const
export type LayoutChoice = (typeof layoutChoices)[number]

/** Fiscal data of the company (D139). */
export const fiscal = defineSetting({
  name: 'fiscal',
  for: 'superuser',
  fields: {
    regime: choice(taxRegimes),
    /** State and city registrations. */
    ie: optionalText({ max: 14 }),
    im: optionalText({ max: 15 }),
    series: wholeNumber({ min: 0, max: 999, initial: 1 }),
    serviceSeries: optionalText({ max: 5 }),
    environment: choice(['test', 'production'], { initial: 'test' }),
    /** In which an authorised NF-e may be cancelled (Ajuste SINIEF 7/2005: 24). */
    cancellationHours: wholeNumber({ min: 1, max: 720, initial: 24 }),
    /** Else staff are warned. */
    refusesDispatchWithoutKey: tick({ initial: false }),
    serviceLayout: choice(layoutChoices, { initial: 'law' }),
    /** Approximate taxes of a service (Lei 12.741/2012): under the Simples, else federal. */
    serviceTaxPercent: percent({ max: 9999 }),
    cityTaxPercent: percent({ max: 9999 }),
  },
})

export type Fiscal = SettingValues<typeof fiscal>
