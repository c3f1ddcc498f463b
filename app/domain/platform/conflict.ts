export type Conflict = {
  by: string | null // null when unknown
  at: string | null
  /** `typed` is null for an untouched field: the form shows the stored value */
  fields: readonly ConflictField[]
}

export type ConflictField = { label: string; stored: string; typed: string | null }
