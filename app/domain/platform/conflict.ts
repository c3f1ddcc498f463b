/** Shown on an edit conflict. */
export type Conflict = {
  /** null when unknown */
  by: string | null
  at: string | null
  fields: readonly { label: string; stored: string; typed: string }[]
}
