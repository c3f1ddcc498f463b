import { z } from 'zod'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** Parses required text and normalises it to one line: NFC, no control characters, single spaces, trimmed. */
export function requiredText(maxLength: number) {
  return limitLength(z.string({ error: specTexts.fieldRequired }).transform(normaliseLine), maxLength).refine(
    (text) => text !== '',
    specTexts.fieldRequired,
  )
}

export function optionalText(maxLength: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => normaliseLine(text ?? '')),
    maxLength,
  )
}

export const linkErrorText = 'Escreva sem endereço de site nem de e-mail'

/** Rejects links in text that anybody may type, because the shop may mail the text to another person. */
export function rejectLinks<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((text) => !hasLinkMarks(text), linkErrorText)
}

/** Parses required text with line breaks. */
export function requiredLines(maxLength: number, missingMessage: string = specTexts.fieldRequired) {
  return limitLength(z.string({ error: missingMessage }).transform(normaliseLines), maxLength).refine(
    (text) => text !== '',
    missingMessage,
  )
}

export function optionalLines(maxLength: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => normaliseLines(text ?? '')),
    maxLength,
  )
}

// Limits the length with refine() because Conform empties the input of a piped schema before the schema runs.
function limitLength<Schema extends z.ZodType<string>>(schema: Schema, maxLength: number) {
  return schema.refine((text) => text.length <= maxLength, `Use no máximo ${maxLength} caracteres`)
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
