import { z } from 'zod'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { specified } from '#app/text/platform/messages.ts'

/** Normalises to one line: NFC, no control characters, single spaces, trimmed. */
export function requiredText(max: number) {
  return limitLength(z.string({ error: specified.fieldRequired }).transform(cleanLine), max).refine(
    (text) => text !== '',
    specified.fieldRequired,
  )
}

export function optionalText(max: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => cleanLine(text ?? '')),
    max,
  )
}

export const linkFault = 'Escreva sem endereço de site nem de e-mail'

/** Rejects links in text that anybody may type and the shop may mail to another person. */
export function withoutLinks<Schema extends z.ZodType<string>>(schema: Schema) {
  return schema.refine((text) => !hasLinkMarks(text), linkFault)
}

/** Preserves line breaks. `missing` is the error for empty text. */
export function requiredLines(max: number, missing: string = specified.fieldRequired) {
  return limitLength(z.string({ error: missing }).transform(cleanLines), max).refine(
    (text) => text !== '',
    missing,
  )
}

export function optionalLines(max: number) {
  return limitLength(
    z
      .string()
      .optional()
      .transform((text) => cleanLines(text ?? '')),
    max,
  )
}

// Limits the length by a refine, since Conform empties the input of a piped schema before it runs.
function limitLength<Schema extends z.ZodType<string>>(schema: Schema, max: number) {
  return schema.refine((text) => text.length <= max, `Use no máximo ${max} caracteres`)
}

/** Parses text with `normalise`, which returns the stored form, or null for invalid text. */
export function normalisedText<Value>(normalise: (text: string) => Value | null, message: string) {
  return z.string({ error: specified.fieldRequired }).transform((text, context) => {
    const value = normalise(cleanLine(text))
    if (value !== null) return value
    context.addIssue(message)
    return z.NEVER
  })
}

export function cleanLines(text: string): string {
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

export function cleanLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
