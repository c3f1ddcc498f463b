import { z } from 'zod'
import type { FieldErrors } from '#app/api/field-errors.ts'

const hiddenFields = new WeakSet<z.ZodType>()

/**
 * Declares a field without an input in the specification's screens. Its errors are repeated in `non_field_errors`,
 * which the specification's client shows in an alert (storefront §8).
 */
export function hiddenField<Field extends z.ZodType>(field: Field): Field {
  // A copy is registered because the same schema may be visible elsewhere.
  const copy = field.meta({ ...field.meta() })
  hiddenFields.add(copy)
  return copy
}

/** Returns the paths of the hidden fields of a schema. Paths skip positions in lists: 'publications.value'. */
export function listHiddenFields(schema: z.ZodType | undefined, path = '', isInsideHidden = false): string[] {
  if (!schema) return []
  const isHidden = isInsideHidden || hiddenFields.has(schema)
  const inner = unwrapField(schema)
  if (inner) return listHiddenFields(inner, path, isHidden)
  const ownPath = isHidden && path !== '' ? [path] : []
  if (schema instanceof z.ZodArray) return [...ownPath, ...listHiddenFields(getElement(schema), path)]
  if (!(schema instanceof z.ZodObject)) return ownPath
  const shape: Record<string, z.ZodType> = schema.shape
  const fields = Object.entries(shape).flatMap(([name, field]) =>
    listHiddenFields(field, path === '' ? name : `${path}.${name}`, isHidden),
  )
  return [...ownPath, ...fields]
}

function unwrapField(schema: z.ZodType): z.ZodType | undefined {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  if (isWrapper) return asZodType(schema.unwrap())
  return schema instanceof z.ZodPipe ? asZodType(schema.in) : undefined
}

function asZodType(schema: unknown): z.ZodType | undefined {
  return schema instanceof z.ZodType ? schema : undefined
}

function getElement(schema: z.ZodArray): z.ZodType | undefined {
  return asZodType(schema.element)
}

const formErrorsKey = 'non_field_errors'

/** Returns errors with the messages of `fields` repeated in `non_field_errors`. */
export function repeatHiddenErrors(errors: FieldErrors, fields: ReadonlySet<string>): FieldErrors {
  const repeatedMessages = listMessages(errors, '', fields)
  if (repeatedMessages.length === 0) return errors
  const formErrors = errors[formErrorsKey]
  const texts = Array.isArray(formErrors) ? formErrors.filter((text) => typeof text === 'string') : []
  return { ...errors, [formErrorsKey]: [...new Set([...texts, ...repeatedMessages])] }
}

/** Returns the messages of the given fields. A nested field has a path such as 'user.email'. */
function listMessages(
  node: FieldErrors | FieldErrors[] | string[],
  path: string,
  fields: ReadonlySet<string>,
): string[] {
  if (Array.isArray(node))
    return node.flatMap((item) => {
      if (typeof item !== 'string') return listMessages(item, path, fields)
      return fields.has(path) ? [item] : []
    })
  return Object.entries(node).flatMap(([name, inner]) => {
    if (name === formErrorsKey) return listMessages(inner, path, fields)
    return listMessages(inner, path === '' ? name : `${path}.${name}`, fields)
  })
}
