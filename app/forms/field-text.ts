import type { SubmissionResult } from '@conform-to/react'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { digestTexts, seenField } from '#app/domain/platform/form-seen.ts'

export type FieldText = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

/** Returns a field's text: the sent one, else the saved one. Passwords are never returned. Names are Conform's. */
export function fieldText(result?: SubmissionResult<string[]> | null, saved: Record<string, string> = {}) {
  const sent = result?.initialValue ? flattenTexts(result.initialValue) : undefined
  const errors = withoutNull(result?.error ?? {})
  const formErrors = errors[''] ?? []
  // `filled.` markers come from the saved draft, never from the form.
  const textOf = (name: string): string | undefined =>
    sent && !name.startsWith('filled.') ? sent[name] : saved[name]
  const fieldErrors = Object.fromEntries(Object.entries(errors).filter(([name]) => name !== ''))
  return {
    errors: fieldErrors,
    formErrors,
    hasErrors: result?.status === 'error',
    value: textOf,
    /** digests of what the form showed when it was opened, for its hidden field */
    seen: sent?.[seenField] ?? saved[seenField] ?? digestTexts(saved),
    of: (name: string): FieldText => ({
      name,
      defaultValue: textOf(name),
      errors: fieldErrors[name],
    }),
  }
}

function withoutNull(errors: Record<string, string[] | null>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, texts]) => (texts ? [[name, texts]] : [])))
}
