import type { SubmissionResult } from '@conform-to/react'
import { flattenTexts } from '#app/domain/platform/flat-texts.ts'
import { digestField, digestTexts } from '#app/domain/platform/form-seen.ts'

export type FieldText = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

/**
 * Returns a reader of field texts: the sent text if a form was sent, else the saved text. Omits passwords.
 */
export function makeFieldTextReader(
  result?: SubmissionResult<string[]> | null,
  savedTexts: Record<string, string> = {},
) {
  const sentTexts = result?.initialValue ? flattenTexts(result.initialValue) : undefined
  const errors = removeNullErrors(result?.error ?? {})
  const formErrors = errors[''] ?? []
  // `filled.` markers come from the saved draft, never from the form.
  const findFieldText = (name: string): string | undefined =>
    sentTexts && !name.startsWith('filled.') ? sentTexts[name] : savedTexts[name]
  const fieldErrors = Object.fromEntries(Object.entries(errors).filter(([name]) => name !== ''))
  return {
    errors: fieldErrors,
    formErrors,
    hasErrors: result?.status === 'error',
    value: findFieldText,
    /** digests of the displayed texts, for the hidden field */
    seenDigest: sentTexts?.[digestField] ?? savedTexts[digestField] ?? digestTexts(savedTexts),
    getField: (name: string): FieldText => ({
      name,
      defaultValue: findFieldText(name),
      errors: fieldErrors[name],
    }),
  }
}

function removeNullErrors(errors: Record<string, string[] | null>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, texts]) => (texts ? [[name, texts]] : [])))
}
