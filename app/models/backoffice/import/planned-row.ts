import type { Database } from '#app/models/platform/schema.ts'

/** A record's number in the old system, where its row will hold an id of ours. */
export class OldNumber {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** A row as it will be inserted, without what the database fills in by itself. */
export type PlannedRow = {
  table: keyof Database
  values: Readonly<Record<string, unknown>>
  /** before the names of its fields in the record, as 'publications.0.' */
  prefix?: string
  /** the row exists; only other planned rows may repeat its keys */
  isHere?: boolean
}

/** The row of an order, with those of its addresses. */
export function addressRow(address: object | null, prefix: string): PlannedRow[] {
  return address ? [{ table: 'addresses', values: { ...address }, prefix }] : []
}
