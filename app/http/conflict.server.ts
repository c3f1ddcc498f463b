import type { SubmissionResult } from '@conform-to/react'
import type { Conflict, ConflictField } from '#app/domain/platform/conflict.ts'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { digestField, listChangedFields, listUntouchedFields } from '#app/domain/platform/form-seen.ts'
import type { Entity } from '#app/models/platform/history.server.ts'
import { findLastSave } from '#app/models/platform/optimistic-lock.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Texts = Readonly<Record<string, string>>
type Payload = Record<string, unknown>

/**
 * The versions of a record: `stored` and `typed` are texts for people, `saved` and `sent` the same as form
 * fields.
 */
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
  const lastSave = await findLastSave(record.entity, record.id)
  return {
    by: lastSave?.actor ?? null,
    at: lastSave ? formatDateTime(lastSave.at) : null,
    fields: compareFields(versions),
  }
}

/** Returns the typed fields that differ, then fields that only others changed; empty if no typed field differs. */
export function compareFields({ labels, stored, typed, sent, saved }: Versions): ConflictField[] {
  const texts = flattenTexts(sent)
  const seenDigests = texts[digestField] ?? ''
  const untouchedFields = listUntouchedFields(seenDigests, texts)
  const changedFields = listChangedFields(seenDigests, saved)
  const names = Object.keys(labels)
  const differsFromStored = (name: string) => (stored[name] ?? '') !== (typed[name] ?? '')
  const conflictingNames = names.filter((name) => !untouchedFields.has(name) && differsFromStored(name))
  const changedByOthers = names.filter((name) => untouchedFields.has(name) && changedFields.has(name))
  if (conflictingNames.length === 0) return []
  const makeConflictField = (name: string, typedText: string | null) => ({
    label: labels[name] ?? name,
    stored: stored[name] ?? '',
    typed: typedText,
  })
  return [
    ...conflictingNames.map((name) => makeConflictField(name, typed[name] ?? '')),
    ...changedByOthers.map((name) => makeConflictField(name, null)),
  ]
}

/** Returns the form with the stored texts in fields that the user did not change. */
export function replyWithStored(
  result: SubmissionResult<string[]>,
  { sent, saved }: Pick<Versions, 'sent' | 'saved'>,
): SubmissionResult<string[]> {
  const texts = flattenTexts(sent)
  const untouchedFields = [...listUntouchedFields(texts[digestField] ?? '', texts)]
  const { [digestField]: _, ...typedTexts } = result.initialValue ?? {}
  const storedTexts = Object.fromEntries(untouchedFields.map((name) => [name, saved[name] ?? '']))
  return { ...result, initialValue: { ...typedTexts, ...storedTexts } }
}
