import { checkbox, choice, optionalText } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** Kinds of charges in the API Pix: with a due date (cobv) or immediate (cob). */
export const pixKinds = ['cobv', 'cob'] as const
export type PixKind = (typeof pixKinds)[number]

export const pixCheckOutcomes = [
  'works',
  'access',
  'certificate',
  'unreachable',
  'refused',
  'missing',
] as const
export type PixCheckOutcome = (typeof pixCheckOutcomes)[number]

/** Pix of the shop's own bank, offered with its boletos. The environment contains access to its API. */
export const pix = defineSetting({
  name: 'pix',
  for: 'superuser',
  needsProof: true,
  fields: {
    isOffered: checkbox({ initial: false }),
    key: optionalText({ max: 77 }), // in the DICT's format
    kind: choice(pixKinds, { initial: 'cobv' }),
  },
})

export type PixSetting = SettingValues<typeof pix>
