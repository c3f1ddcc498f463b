import { choice, optionalText, tick } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

/** With a due date, or immediate; named as in the API Pix. */
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

/** Pix of the own bank beside its boletos (D137); what opens its API is in the environment. */
export const pix = defineSetting({
  name: 'pix',
  for: 'superuser',
  needsProof: true,
  fields: {
    isOffered: tick({ initial: false }),
    /** As in the DICT. */
    key: optionalText({ max: 77 }),
    kind: choice(pixKinds, { initial: 'cobv' }),
  },
})

export type PixSetting = SettingValues<typeof pix>
