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
