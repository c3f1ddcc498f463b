import type { Database } from '#app/models/platform/schema.ts'

/** A number of the old system in a planned row. The import replaces it by the new id. */
export class OldNumber {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A row that the import will insert. The database sets the missing columns. */
export type PlannedRow = {
  table: keyof Database
  values: Readonly<Record<string, unknown>>
  /** prefix of the record's field names, such as 'publications.0.' */
  prefix?: string
  /** true for an existing row, which is planned only because the keys of new rows must differ from its keys */
  isExisting?: boolean
}

export function planAddress(address: object | null, prefix: string): PlannedRow[] {
  return address ? [{ table: 'addresses', values: { ...address }, prefix }] : []
}
