import { optionalDay, optionalLines, tick, wholeNumber } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** The owner's rules. Days are working days but for quotes. */
export const shop = defineSetting({
  name: 'shop',
  fields: {
    /** D16 */
    boletoDueDays: wholeNumber({ min: 1, max: 30, initial: 3 }),
    /** Added to the carrier's (D8, F47). */
    handlingDays: wholeNumber({ min: 0, max: 60, initial: 5 }),
    /** The freight to be agreed, for printed items (D8). */
    offersFreightToBeAgreed: tick({ initial: true }),
    /** D86 */
    quoteDays: wholeNumber({ min: 1, max: 90, initial: 15 }),
    /** D64 */
    ieMaxLength: wholeNumber({ min: 12, max: 14, initial: 12 }),
    /** Recovery tells when no account has the e-mail (D51); else it answers as if a mail were sent. */
    revealsUnknownEmail: tick({ initial: true }),
    /** D50 */
    onlySuperusersChangePrices: tick({ initial: false, for: 'superuser' }),
    /** Staff need a second factor from this day on; null never (D125). */
    secondFactorFrom: optionalDay({ for: 'superuser', needsProof: true }),
    boletoInstructions: optionalLines({ max: 6, maxLength: 90 }),
  },
})

export type ShopRules = SettingValues<typeof shop>
