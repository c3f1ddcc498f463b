import type { Database } from '#app/models/platform/schema.ts'

/** A number of the old system in a planned row, where our id will be. */
export class OldNumber {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A row that the import will insert, without columns that the database sets. */
export type PlannedRow = {
  table: keyof Database
  values: Readonly<Record<string, unknown>>
  /** prefix of the record's field names, such as 'publications.0.' */
  prefix?: string
  /** true for a row that exists: only other planned rows are checked against its keys */
  isExisting?: boolean
}

export function planAddress(address: object | null, prefix: string): PlannedRow[] {
  return address ? [{ table: 'addresses', values: { ...address }, prefix }] : []
}
