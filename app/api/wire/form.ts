import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import type { Issue } from '#app/api/field-errors.ts'
import { type ApiError, makeIssuesError } from '#app/api/problem.server.ts'

type Texts = Readonly<Record<string, string | undefined>>
/** Returns the body's name for a field of the form: 'billing_address.city' for 'billing.city'. */
type GetName = (field: string) => string

/** Returns the form that a page would send. Omits undefined fields. */
export function buildForm(texts: Texts): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.append(name, text)
  return form
}

/** Validates a form as its page does. Throws ApiError 400 with messages at the body's fields. */
export function parseForm<S extends z.ZodType>(schema: S, form: FormData, getName?: GetName): z.output<S> {
  const submission = parseWithZod(form, { schema, formatError: (issues: SentIssue[]) => issues })
  if (submission.status === 'success') return submission.value
  throw makeFormError(submission.error ?? {}, getName)
}

type SentIssue = Pick<Issue, 'message' | 'code' | 'origin'>

/** Returns an error with the form's messages at the body's fields. */
export function makeFormError(
  errors: Readonly<Record<string, readonly (SentIssue | string)[] | null>>,
  getName: GetName = (field) => field,
): ApiError {
  return makeIssuesError(
    Object.entries(errors).flatMap(([field, texts]) =>
      (texts ?? []).map((sentIssue) => {
        const issue = typeof sentIssue === 'string' ? { message: sentIssue } : sentIssue
        return { ...issue, path: field ? getName(field).split('.') : [] }
      }),
    ),
  )
}
