import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'

export const listPaths: Readonly<Record<ImportKind, string>> = {
  publications: '/publication/',
  profiles: '/profile/',
  orders: '/order/',
  signatures: '/signature/',
  expeditions: '/expedition/',
}

/** A record of the source. `place` is for people: 'page 3' or 'line 12'. */
export type SourceRecord = { place: string; value: unknown }

export type SourceFile = { name: string; bytes: AsyncIterable<Uint8Array> }

/** A source of records. Each reading starts from the beginning. */
export type ImportSource = {
  /** address or folder, for people */
  name: string
  read(kind: ImportKind): AsyncGenerator<SourceRecord>
  /** opens the file of a record; throws FileMissing */
  openFile(link: string): Promise<SourceFile>
}

/** Thrown if the source cannot be read or its content is invalid. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** Thrown if a file is missing; 'elsewhere' means that its path leads outside the folder. */
export class FileMissing extends Error {
  override name = 'FileMissing'
  readonly reason: 'gone' | 'elsewhere'
  constructor(reason: 'gone' | 'elsewhere') {
    super(reason)
    this.reason = reason
  }
}
