/** Shown on an edit conflict. */
export type Conflict = {
  /** null when unknown */
  by: string | null
  at: string | null
  /** `typed` is null where the person had not touched the field: the form shows what is stored */
  fields: readonly ConflictField[]
}

export type ConflictField = { label: string; stored: string; typed: string | null }
