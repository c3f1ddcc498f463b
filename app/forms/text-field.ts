import { z } from 'zod'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** Normalises to one line: NFC, no control characters, single spaces, trimmed. */
export function requiredText(max: number) {
  return limitLength(z.string({ error: specTexts.fieldRequired }).transform(normaliseLine), max).refine(
    (text) => text !== '',
    specTexts.fieldRequired,
  )
}

export function optionalText(max: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => normaliseLine(text ?? '')),
    max,
  )
}

export const linkErrorText = 'Escreva sem endereço de site nem de e-mail'

/** Rejects links in text that anybody may type and the shop may mail to another person. */
export function rejectLinks<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((text) => !hasLinkMarks(text), linkErrorText)
}

/** Preserves line breaks. `missing` is the error for empty text. */
export function requiredLines(max: number, missing: string = specTexts.fieldRequired) {
  return limitLength(z.string({ error: missing }).transform(normaliseLines), max).refine(
    (text) => text !== '',
    missing,
  )
}

export function optionalLines(max: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => normaliseLines(text ?? '')),
    max,
  )
}

// Limits the length by a refine because Conform empties the input of a piped schema before it runs.
function limitLength<Schema extends z.ZodType<string>>(schema: Schema, max: number) {
  return schema.refine((text) => text.length <= max, `Use no máximo ${max} caracteres`)
}

/** Parses text with `normalise`, which returns the stored form, or null for invalid text. */
export function normalisedText<Value>(normalise: (text: string) => Value | null, message: string) {
  return z.string({ error: specTexts.fieldRequired }).transform((text, context) => {
    const value = normalise(normaliseLine(text))
    if (value !== null) return value
    context.addIssue(message)
    return z.NEVER
  })
}

export function normaliseLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) =>
      line
        .normalize('NFC')
        .replace(/\p{Cc}/gu, ' ')
        .trimEnd(),
    )
    .join('\n')
    .trim()
}

export function normaliseLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
