import type { Database } from '#app/models/platform/schema.ts'

/** A number of the old system, in a planned row, in place of our future id. */
export class OldNumber {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A row to insert, without columns that the database sets. */
export type PlannedRow = {
  table: keyof Database
  values: Readonly<Record<string, unknown>>
  /** prefix of the field names in the record, such as 'publications.0.' */
  prefix?: string
  /** the row exists, and its keys belong to it: only other planned rows may not repeat them */
  isHere?: boolean
}

export function addressRow(address: object | null, prefix: string): PlannedRow[] {
  return address ? [{ table: 'addresses', values: { ...address }, prefix }] : []
}
