import { z } from 'zod'
import { specified } from '#app/text/platform/messages.ts'

/** A required line of text: composed (NFC), without control characters, trimmed, at most `max` characters. */
export function requiredText(max: number) {
  return limited(z.string({ error: specified.fieldRequired }).transform(cleanLine), max).refine(
    (text) => text !== '',
    specified.fieldRequired,
  )
}

/** The same, but may be left out; gives an empty text then. */
export function optionalText(max: number) {
  return limited(
    z
      .string()
      .optional()
      .transform((text) => cleanLine(text ?? '')),
    max,
  )
}

/** A required text of several lines: as requiredText, but its line breaks stay; `missing` is said when it is not there. */
export function requiredLines(max: number, missing: string = specified.fieldRequired) {
  return limited(z.string({ error: missing }).transform(cleanLines), max).refine(
    (text) => text !== '',
    missing,
  )
}

/** The same, but may be left out; gives an empty text then. */
export function optionalLines(max: number) {
  return limited(
    z
      .string()
      .optional()
      .transform((text) => cleanLines(text ?? '')),
    max,
  )
}

// Lengths are checked by refine, not by a piped string schema: conform empties such a schema's input first.
function limited<Schema extends z.ZodType<string>>(schema: Schema, max: number) {
  return schema.refine((text) => text.length <= max, `Use no máximo ${max} caracteres`)
}

/** A required text that `normalise` brings to its stored form; null means it is not one. */
export function normalisedText<Value>(normalise: (text: string) => Value | null, message: string) {
  return z.string({ error: specified.fieldRequired }).transform((text, context) => {
    const value = normalise(cleanLine(text))
    if (value !== null) return value
    context.addIssue(message)
    return z.NEVER
  })
}

function cleanLines(text: string): string {
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

function cleanLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
