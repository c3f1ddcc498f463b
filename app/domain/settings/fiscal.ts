import { checkbox, choice, optionalText, percent, wholeNumber } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Tax regimes (CRT): Simples Nacional, Simples above its sublimit, MEI, normal. */
export const taxRegimes = ['simples', 'simples-excess', 'mei', 'normal'] as const
export type TaxRegime = (typeof taxRegimes)[number]

/** The issuer of an NFS-e: the seller's city or the national system (Emissor Nacional). */
export const serviceLayouts = ['city', 'national'] as const
export type ServiceLayout = (typeof serviceLayouts)[number]

export const layoutChoices = ['law', ...serviceLayouts] as const // 'law' depends on regime and day
export type LayoutChoice = (typeof layoutChoices)[number]

export const fiscal = defineSetting({
  name: 'fiscal',
  for: 'superuser',
  fields: {
    regime: choice(taxRegimes),
    /** registrations with state and city */
    ie: optionalText({ max: 14 }),
    im: optionalText({ max: 15 }),
    series: wholeNumber({ min: 0, max: 999, initial: 1 }),
    serviceSeries: optionalText({ max: 5 }),
    environment: choice(['test', 'production'], { initial: 'test' }),
    cancellationHours: wholeNumber({ min: 1, max: 720, initial: 24 }), // hours to cancel an NF-e (Ajuste SINIEF 7/2005)
    refusesDispatchWithoutKey: checkbox({ initial: false }), // if false, staff are only warned
    serviceLayout: choice(layoutChoices, { initial: 'law' }),
    /** approximate taxes of a service (Lei 12.741/2012): of the whole Simples, or federal */
    serviceTaxPercent: percent({ max: 9999 }),
    cityTaxPercent: percent({ max: 9999 }),
  },
})

export type Fiscal = SettingValues<typeof fiscal>
