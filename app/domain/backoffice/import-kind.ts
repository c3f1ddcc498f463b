/** Kinds of imported records, each after those it refers to. Named as the specification's lists. */
export const importKinds = ['publications', 'profiles', 'orders', 'signatures', 'expeditions'] as const

export type ImportKind = (typeof importKinds)[number]

export const maxCsvBytes = 8 * 1024 * 1024
export const maxCsvLines = 20_000

/** Kinds of CSV imports (D95). */
export const csvKinds = ['publications', 'freight', 'clients'] as const

export type CsvKind = (typeof csvKinds)[number]
export type ImportContent = 'system' | CsvKind

export const csvRecordKinds = {
  publications: 'publications',
  freight: 'freight',
  clients: 'profiles',
} as const

export type RecordKind = ImportKind | 'freight'

/** More lines are judged and written by the worker. */
export const maxLinesAtOnce = 300
export const csvWaitDays = 3
