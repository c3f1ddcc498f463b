import { money, optionalNumber, percent } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Terms of new boletos. Interest is per month; days are calendar days after the due date. */
export const charges = defineSetting({
  name: 'charges',
  for: 'superuser',
  needsProof: true,
  fields: {
    finePercent: percent({ max: 200 }), // CDC art. 52 § 1
    interestPercent: percent({ max: 100 }), // CTN art. 161 § 1, by CC art. 406
    discountPercent: percent({ max: 5000 }),
    discountValue: money({ initial: 0 }),
    discountDays: optionalNumber({ min: 0, max: 30, initial: 0 }),
    acceptanceDays: optionalNumber({ min: 1, max: 29, initial: null }),
    protestDays: optionalNumber({ min: 6, max: 29, initial: 0 }), // accepted by every bank
  },
})

export type ChargeRules = SettingValues<typeof charges>
