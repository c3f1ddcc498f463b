import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import type { Changes, Problems } from '#app/models/backoffice/import/staging.server.ts'

/** The user who imports. `token` is the same at a repeat, so a line is not written twice. */
export type Writer = { actorUserId: number; token: string }

/** A valid line. `changes` is empty if the line equals the record, and null for a new record. */
export type PlannedChange = {
  key: string
  otherKey?: string | undefined
  targetId: number | null
  changes: Changes | null
  /** writes as the form does; returns the record's id, or null if it has none */
  write: (writer: Writer) => Promise<number | null>
}

export type LineVerdict = PlannedChange | { problems: Problems }

/** Validates lines against the stored data and returns a verdict per line. */
export type Importer = (lines: readonly CsvCells[]) => Promise<LineVerdict[]>

const MAX_DISPLAYED_LENGTH = 300

/** Returns the fields that differ, formatted for people. Long texts are truncated. */
export function listDifferences(
  fields: readonly string[],
  before: Readonly<Record<string, string | undefined>>,
  after: Readonly<Record<string, string | undefined>>,
): Changes {
  const truncate = (text = '') =>
    text.length > MAX_DISPLAYED_LENGTH ? `${text.slice(0, MAX_DISPLAYED_LENGTH)}…` : text
  return Object.fromEntries(
    fields
      .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
      .map((field) => [field, [truncate(before[field]), truncate(after[field])]]),
  )
}

/** Returns a line as a form: the record's `texts`, overridden by the cells. Omits empty fields. */
export function buildLineForm(
  texts: Readonly<Record<string, string | undefined>>,
  cells: CsvCells,
): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...texts, ...cells })) if (text?.trim()) form.append(name, text)
  return form
}

/** Returns the schema's messages by field; 'registro' has those about the whole record. */
export function collectProblems(
  error: Readonly<Record<string, string[] | null>> | null | undefined,
): Problems {
  return Object.fromEntries(
    Object.entries(error ?? {}).map(([field, messages]) => [field || 'registro', messages ?? []]),
  )
}
