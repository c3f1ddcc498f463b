import { z } from 'zod'
import type { FieldErrors } from '#app/api/field-errors.ts'

const unseenFields = new WeakSet<z.ZodType>()

/**
 * Declares a field without an input in the specification's screens. Its errors are repeated in
 * `non_field_errors`, which their client shows in an alert (storefront §8).
 */
export function hiddenField<Field extends z.ZodType>(field: Field): Field {
  // A copy is registered, since the same schema may be visible elsewhere.
  const own = field.meta({ ...field.meta() })
  unseenFields.add(own)
  return own
}

/** Returns the declared fields of a body, such as 'publications.value' for any position in a list. */
export function listHiddenFields(schema: z.ZodType | undefined, path = '', isWithin = false): string[] {
  if (!schema) return []
  const isUnseen = isWithin || unseenFields.has(schema)
  const inner = unwrapField(schema)
  if (inner) return listHiddenFields(inner, path, isUnseen)
  const own = isUnseen && path !== '' ? [path] : []
  if (schema instanceof z.ZodArray) return [...own, ...listHiddenFields(getElement(schema), path)]
  if (!(schema instanceof z.ZodObject)) return own
  const shape: Record<string, z.ZodType> = schema.shape
  const fields = Object.entries(shape).flatMap(([name, field]) =>
    listHiddenFields(field, path === '' ? name : `${path}.${name}`, isUnseen),
  )
  return [...own, ...fields]
}

function unwrapField(schema: z.ZodType): z.ZodType | undefined {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  const inner = isWrapper ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.in : undefined
  return inner instanceof z.ZodType ? inner : undefined
}

function getElement(schema: z.ZodArray): z.ZodType | undefined {
  return schema.element instanceof z.ZodType ? schema.element : undefined
}

const whole = 'non_field_errors'

/** Repeats the messages of these fields in `non_field_errors`. */
export function repeatHiddenErrors(errors: FieldErrors, fields: ReadonlySet<string>): FieldErrors {
  const repeatedMessages = listMessages(errors, '', fields)
  if (repeatedMessages.length === 0) return errors
  const wholeErrors = errors[whole]
  const texts = Array.isArray(wholeErrors) ? wholeErrors.filter((each) => typeof each === 'string') : []
  return { ...errors, [whole]: [...new Set([...texts, ...repeatedMessages])] }
}

function listMessages(
  node: FieldErrors | FieldErrors[] | string[],
  path: string,
  fields: ReadonlySet<string>,
): string[] {
  if (Array.isArray(node))
    return node.flatMap((each) =>
      typeof each !== 'string' ? listMessages(each, path, fields) : fields.has(path) ? [each] : [],
    )
  return Object.entries(node).flatMap(([name, inner]) => {
    if (name === whole) return listMessages(inner, path, fields)
    return listMessages(inner, path === '' ? name : `${path}.${name}`, fields)
  })
}
