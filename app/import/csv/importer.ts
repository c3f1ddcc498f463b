import type { Cells } from '#app/import/csv/read-csv.server.ts'
import type { Changes, Problems } from '#app/models/backoffice/import/staging.server.ts'

/** The actor, and the key that makes a repeated write of a line idempotent. */
export type Writer = { actorUserId: number; token: string }

/** A line that can come: `changes` by field, none when all is as it says, null for a new record. */
export type Coming = {
  key: string
  otherKey?: string | undefined
  targetId: number | null
  changes: Changes | null
  /** by the verb of the form; returns the record's id, null where it has none */
  write: (writer: Writer) => Promise<number | null>
}

export type Verdict = Coming | { problems: Problems }

/** Judges lines beside what is stored now, in their order. */
export type Importer = (lines: readonly Cells[]) => Promise<Verdict[]>

const MAX_SHOWN = 300

/** By field what differs, as people read it; long texts are cut. */
export function differences(
  fields: readonly string[],
  before: Readonly<Record<string, string | undefined>>,
  after: Readonly<Record<string, string | undefined>>,
): Changes {
  const cut = (text = '') => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
  return Object.fromEntries(
    fields
      .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
      .map((field) => [field, [cut(before[field]), cut(after[field])]]),
  )
}

/** The form a line comes to: `texts` of the record with the cells in their place; empty fields are not sent. */
export function buildLineForm(texts: Readonly<Record<string, string | undefined>>, cells: Cells): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...texts, ...cells })) if (text?.trim()) form.append(name, text)
  return form
}

/** Messages of a form's schema by field. */
export function collectProblems(
  error: Readonly<Record<string, string[] | null>> | null | undefined,
): Problems {
  return Object.fromEntries(
    Object.entries(error ?? {}).map(([field, messages]) => [field || 'registro', messages ?? []]),
  )
}
