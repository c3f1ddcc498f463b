import { z } from 'zod'
import type { Field, FieldKind } from '#app/domain/settings/field.ts'
import { completeValues, type Setting, toFormName } from '#app/domain/settings/setting.ts'
import { emailField } from '#app/forms/profile.ts'
import { normaliseLine, normaliseLines } from '#app/forms/text-field.ts'
import { type FieldLabels, formatFaultMessage, type SettingLabels } from '#app/text/settings/field-labels.ts'

/** Returns messages for fields whose combination is invalid. */
export type Check<Values> = (values: Values) => { readonly [Name in keyof Values]?: string | false }

/** Returns the schema of the values and of the version that the form showed. */
export function makeSettingSchema<Values>(
  setting: Setting<Values>,
  labels: SettingLabels<Values>,
  check: Check<Values> = () => ({}),
) {
  const shape: Record<string, z.ZodType> = {}
  for (const name in setting.fields)
    shape[toFormName(name)] = makeFieldSchema(setting.fields[name], labels[name])
  return z
    .object({ lock_version: z.coerce.number().int().min(0).default(0) })
    .and(z.object(shape))
    .transform(({ lock_version, ...form }, context) => {
      const formValues: { [Name in keyof Values]?: unknown } = {}
      for (const name in setting.fields) formValues[name] = form[toFormName(name)]
      const values = completeValues(setting, formValues)
      if (!values) throw new Error(`Form of the setting ${setting.name} has an invalid value`)
      const faults = check(values)
      for (const name in faults) {
        const message = faults[name]
        if (message) context.addIssue({ code: 'custom', path: [toFormName(name)], message })
      }
      return { lock_version, values }
    })
}

/** Returns the text in the form that the field's parser expects; null for an invalid text. */
function parseTypedText(text: string, { kind }: FieldKind, { parse }: FieldLabels): string | null {
  if (kind === 'email') return emailField.safeParse(text).success ? text : null
  return parse ? parse(text) : text
}

function makeFieldSchema<Value>(field: Field<Value>, labels: FieldLabels) {
  return z
    .string()
    .optional()
    .transform((typedText = '', context) => {
      const cleanText = field.kind === 'lines' ? normaliseLines(typedText) : normaliseLine(typedText)
      const text = cleanText ? parseTypedText(cleanText, field, labels) : cleanText
      const parseResult = text === null ? { fault: 'malformed' as const } : field.parse(text)
      if ('value' in parseResult) return parseResult.value
      context.addIssue(formatFaultMessage(field, labels, parseResult.fault))
      return z.NEVER
    })
}
