import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'

/** Parses a form as a route does. Returns the value, or the errors by field. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string | undefined>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  const submission = parseWithZod(form, { schema })
  if (submission.status === 'success') return { value: submission.value, errors: undefined }
  return { value: undefined, errors: submission.error }
}

/** Parses a form with one field. */
export function parseField(field: z.ZodType, text: string | undefined) {
  const schema: z.ZodType<{ field: unknown }> = z.object({ field })
  const { value, errors } = parseFields(schema, { field: text })
  return value ? { value: value.field } : { errors: errors?.field }
}
