/** With a due date, or immediate, which every bank offers. Named as in the API Pix. */
export const pixKinds = ['cobv', 'cob'] as const
export type PixKind = (typeof pixKinds)[number]

/** What the last test of the bank's API found. */
export const pixCheckOutcomes = [
  'works',
  'access',
  'certificate',
  'unreachable',
  'refused',
  'missing',
] as const
export type PixCheckOutcome = (typeof pixCheckOutcomes)[number]
