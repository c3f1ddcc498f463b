import type { Submission, SubmissionResult } from '@conform-to/react'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { digestField, hasChangedTexts } from '#app/domain/platform/form-seen.ts'
import { compareFields, replyWithStored } from '#app/http/conflict.server.ts'
import { type StaleCheck, StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

type Texts = Readonly<Record<string, string>>

type OwnRecord<Stored> = {
  labels: Texts
  toTexts: (storedData: Stored) => Texts
  toReadable?: (texts: Texts) => Texts
  find: () => Promise<NoInfer<Stored>>
  typed: Texts
  save: (check: StaleCheck<NoInfer<Stored>>) => Promise<boolean>
}

export type RecordConflict = { result: SubmissionResult<string[]>; conflict: Conflict }

/** Saves the person's own record. Shows a conflict if it changed after the form was opened. */
export async function saveOwnRecord<Value, Stored>(
  submission: Submission<Value>,
  { labels, toTexts, toReadable = (texts) => texts, find, typed, save }: OwnRecord<Stored>,
): Promise<'saved' | 'same' | RecordConflict> {
  const check = makeStaleCheck(submission.payload, toTexts)
  try {
    return (await save(check)) ? 'saved' : 'same'
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const saved = toTexts(await find())
    const versions = {
      labels,
      stored: toReadable(saved),
      typed: toReadable(typed),
      sent: submission.payload,
      saved,
    }
    const fields = compareFields(versions)
    if (fields.length === 0) return 'same'
    const result = replyWithStored(submission.reply(), versions)
    return { result, conflict: { by: null, at: null, fields } }
  }
}

export function makeStaleCheck<Stored>(
  sentFields: Record<string, unknown>,
  toTexts: (storedData: Stored) => Texts,
): StaleCheck<Stored> {
  const seenDigests = flattenTexts(sentFields)[digestField] ?? ''
  return (storedData) => {
    if (hasChangedTexts(seenDigests, toTexts(storedData))) throw new StaleRecordError()
  }
}
