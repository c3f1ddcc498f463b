/** What moves in, in this order: each knows those before it. Named as the specification's lists. */
export const importKinds = ['publications', 'profiles', 'orders', 'signatures', 'expeditions'] as const

export type ImportKind = (typeof importKinds)[number]
