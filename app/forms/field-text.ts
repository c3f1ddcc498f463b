import type { SubmissionResult } from '@conform-to/react'

export type FieldText = { name: string; defaultValue: string | undefined; errors: string[] | undefined }

/**
 * What was just sent takes precedence over `saved`. Names are Conform's ('billing.zip_code'); passwords are never
 * echoed.
 */
export function fieldText(result?: SubmissionResult<string[]> | null, saved: Record<string, string> = {}) {
  const sent = result?.initialValue ? flatten(result.initialValue) : undefined
  const errors = withoutNull(result?.error ?? {})
  const formErrors = errors[''] ?? []
  // `filled.` markers are not in the form; they only come from the saved draft.
  const textOf = (name: string): string | undefined =>
    sent && !name.startsWith('filled.') ? sent[name] : saved[name]
  const fieldErrors = Object.fromEntries(Object.entries(errors).filter(([name]) => name !== ''))
  return {
    errors: fieldErrors,
    formErrors,
    hasErrors: result?.status === 'error',
    value: textOf,
    of: (name: string): FieldText => ({
      name,
      defaultValue: textOf(name),
      errors: fieldErrors[name],
    }),
  }
}

/** `{billing: {city: 'x'}}` becomes `{'billing.city': 'x'}`. */
function flatten(value: Record<string, unknown>, registration = ''): Record<string, string> {
  const pairs = Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = `${registration}${key}`
    if (typeof inner === 'string') return [[name, inner]]
    return isRecord(inner) ? Object.entries(flatten(inner, `${name}.`)) : []
  })
  return Object.fromEntries(pairs)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutNull(errors: Record<string, string[] | null>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, texts]) => (texts ? [[name, texts]] : [])))
}
