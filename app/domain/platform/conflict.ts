export type Conflict = {
  by: string | null // null if unknown
  at: string | null
  /** `typed` is null for unchanged fields, for which the form shows the stored value */
  fields: readonly ConflictField[]
}

export type ConflictField = { label: string; stored: string; typed: string | null }
