import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'

export const listPaths: Readonly<Record<ImportKind, string>> = {
  publications: '/publication/',
  profiles: '/profile/',
  orders: '/order/',
  signatures: '/signature/',
  expeditions: '/expedition/',
}

/** A record as the source has it; `place` is for people: 'page 3' or 'line 12'. */
export type SourceRecord = { place: string; value: unknown }

export type SourceFile = { name: string; bytes: AsyncIterable<Uint8Array> }

/** Where records are read from; each reading starts from the beginning. */
export type ImportSource = {
  /** for people: an address or a folder */
  name: string
  read(kind: ImportKind): AsyncGenerator<SourceRecord>
  /** opens a file that a record names; throws FileMissing */
  open(link: string): Promise<SourceFile>
}

/** The source cannot be read, or its content is invalid. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** 'elsewhere': the path leads outside the folder. */
export class FileMissing extends Error {
  override name = 'FileMissing'
  readonly reason: 'gone' | 'elsewhere'
  constructor(reason: 'gone' | 'elsewhere') {
    super(reason)
    this.reason = reason
  }
}
