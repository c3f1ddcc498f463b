/** Kinds of records, each referring only to earlier kinds. The names are the specification's. */
export const importKinds = ['publications', 'profiles', 'orders', 'signatures', 'expeditions'] as const

export type ImportKind = (typeof importKinds)[number]

export const maxCsvBytes = 8 * 1024 * 1024
export const maxCsvLines = 20_000

export const csvKinds = ['publications', 'freight', 'clients'] as const

export type CsvKind = (typeof csvKinds)[number]
export type ImportContent = 'system' | CsvKind

export const csvRecordKinds = {
  publications: 'publications',
  freight: 'freight',
  clients: 'profiles',
} as const

export type RecordKind = ImportKind | 'freight'

export const csvPortionLines = 300 // the worker validates longer files
export const csvWaitDays = 3
