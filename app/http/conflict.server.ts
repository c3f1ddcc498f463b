import type { SubmissionResult } from '@conform-to/react'
import type { Conflict, ConflictField } from '#app/domain/platform/conflict.ts'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { digestField, listChangedFields, listUntouchedFields } from '#app/domain/platform/form-seen.ts'
import type { Entity } from '#app/models/platform/history.server.ts'
import { findLastSave } from '#app/models/platform/optimistic-lock.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Texts = Readonly<Record<string, string>>
type Payload = Record<string, unknown>

export type Versions = {
  labels: Texts
  stored: Texts
  typed: Texts
  sent: Payload
  saved: Texts
}

export async function loadConflict(
  record: { entity: Entity; id: number },
  versions: Versions,
): Promise<Conflict> {
  const last = await findLastSave(record.entity, record.id)
  return {
    by: last?.actor ?? null,
    at: last ? formatDateTime(last.at) : null,
    fields: compareFields(versions),
  }
}

/** Returns the fields that differ, then those that only others changed; empty if no typed field differs. */
export function compareFields({ labels, stored, typed, sent, saved }: Versions): ConflictField[] {
  const texts = flattenTexts(sent)
  const seenDigests = texts[digestField] ?? ''
  const untouched = listUntouchedFields(seenDigests, texts)
  const changed = listChangedFields(seenDigests, saved)
  const names = Object.keys(labels)
  const own = names.filter((name) => !untouched.has(name) && (stored[name] ?? '') !== (typed[name] ?? ''))
  const others = names.filter((name) => untouched.has(name) && changed.has(name))
  if (own.length === 0) return []
  const compareField = (name: string, text: string | null) => ({
    label: labels[name] ?? name,
    stored: stored[name] ?? '',
    typed: text,
  })
  return [
    ...own.map((name) => compareField(name, typed[name] ?? '')),
    ...others.map((name) => compareField(name, null)),
  ]
}

/** Returns the form with the stored texts in fields that the user did not change. */
export function replyWithStored(
  result: SubmissionResult<string[]>,
  { sent, saved }: Pick<Versions, 'sent' | 'saved'>,
): SubmissionResult<string[]> {
  const texts = flattenTexts(sent)
  const untouched = [...listUntouchedFields(texts[digestField] ?? '', texts)]
  const { [digestField]: _, ...typed } = result.initialValue ?? {}
  const storedTexts = Object.fromEntries(untouched.map((name) => [name, saved[name] ?? '']))
  return { ...result, initialValue: { ...typed, ...storedTexts } }
}
