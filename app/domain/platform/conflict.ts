/** Two versions of a record, for whoever saved second: who saved in between and when, and the fields that differ. */
export type Conflict = {
  /** null when nobody knows */
  by: string | null
  at: string | null
  /** what is stored now and what was typed */
  fields: readonly { label: string; stored: string; typed: string }[]
}
