import type { Submission, SubmissionResult } from '@conform-to/react'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { isStale, seenField } from '#app/domain/platform/form-seen.ts'
import { compareFields, replyWithStored } from '#app/http/conflict.server.ts'
import { type StaleCheck, StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

type Texts = Readonly<Record<string, string>>

type Own<Stored> = {
  labels: Texts
  textsOf: (storedFacts: Stored) => Texts
  readable?: (texts: Texts) => Texts
  find: () => Promise<NoInfer<Stored>>
  typed: Texts
  save: (check: StaleCheck<NoInfer<Stored>>) => Promise<boolean>
}

export type OwnConflict = { result: SubmissionResult<string[]>; conflict: Conflict }

/** Saves the person's own record. Shows a conflict if it changed after the form was opened. */
export async function saveOwn<Value, Stored>(
  submission: Submission<Value>,
  { labels, textsOf: toTexts, readable = (texts) => texts, find, typed, save }: Own<Stored>,
): Promise<'saved' | 'same' | OwnConflict> {
  const sent = submission.payload
  const check = staleCheck(sent, toTexts)
  try {
    return (await save(check)) ? 'saved' : 'same'
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const saved = toTexts(await find())
    const versions = { labels, stored: readable(saved), typed: readable(typed), sent, saved }
    const fields = compareFields(versions)
    if (fields.length === 0) return 'same'
    const result = replyWithStored(submission.reply(), versions)
    return { result, conflict: { by: null, at: null, fields } }
  }
}

export function staleCheck<Stored>(
  sentFields: Record<string, unknown>,
  toTexts: (storedFacts: Stored) => Texts,
): StaleCheck<Stored> {
  const seenDigests = flattenTexts(sentFields)[seenField] ?? ''
  return (storedFacts) => {
    if (isStale(seenDigests, toTexts(storedFacts))) throw new StaleRecordError()
  }
}
