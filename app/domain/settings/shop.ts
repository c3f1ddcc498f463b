import { checkbox, optionalDay, optionalLines, wholeNumber } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Days are working days, except those of price quotes. */
export const shop = defineSetting({
  name: 'shop',
  fields: {
    boletoDueDays: wholeNumber({ min: 1, max: 30, initial: 3 }),
    handlingDays: wholeNumber({ min: 0, max: 60, initial: 5 }), // added to the carrier's working days
    offersFreightToBeAgreed: checkbox({ initial: true }),
    quoteDays: wholeNumber({ min: 1, max: 90, initial: 15 }),
    ieMaxLength: wholeNumber({ min: 12, max: 14, initial: 12 }),
    /** true: password recovery reveals that no account has the e-mail; false: it never does */
    revealsUnknownEmail: checkbox({ initial: true }),
    onlySuperusersChangePrices: checkbox({ initial: false, for: 'superuser' }),
    secondFactorFrom: optionalDay({ for: 'superuser', needsProof: true }), // null means never
    boletoInstructions: optionalLines({ max: 6, maxLength: 90 }),
  },
})

export type ShopRules = SettingValues<typeof shop>
