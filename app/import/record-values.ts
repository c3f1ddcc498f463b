import { z } from 'zod'
import { reaisInput } from '#app/api/wire/values.ts'
import { isCivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const MAX_ID = 4_294_967_295
const yesTexts = new Set(['1', 'true', 't', 'sim', 's', 'yes', 'y'])
const noTexts = new Set(['0', 'false', 'f', 'não', 'nao', 'n', 'no', ''])

/** Accepts a number of the old system, as number or text. */
export const number = z
  .union([z.number(), z.string().regex(/^\d{1,10}$/, importProblems.number)], {
    error: specTexts.fieldRequired,
  })
  .transform(Number)
  .refine((id) => Number.isInteger(id) && id >= 1 && id <= MAX_ID, importProblems.number)

/** Another record: its number, or the whole record, because lists may nest records. */
export const reference = z.union([number, z.object({ id: number }).transform(({ id }) => id)], {
  error: specTexts.fieldRequired,
})

/** Parses one line of text. Truncates it because a long text must not prevent the import. */
export function text(maxLength: number) {
  return z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => cleanLine(value).slice(0, maxLength))
}

export function textOrNull(maxLength: number) {
  return text(maxLength).transform((value) => value || null)
}

/** Parses several lines of text, with line breaks and tabs. */
export function lines(maxLength: number) {
  return z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => cleanLines(value).slice(0, maxLength) || null)
}

/** Parses a yes or no. A missing or empty value means no. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value, context) => {
    const word = String(value ?? '')
      .trim()
      .toLowerCase()
    if (yesTexts.has(word)) return true
    if (noTexts.has(word)) return false
    context.addIssue(importProblems.flag)
    return z.NEVER
  })

/** Parses a yes or no. A missing or empty value is null. */
export const flagOrNull = z
  .union([z.literal(''), flag])
  .nullish()
  .transform((value) => (value === '' || value === undefined ? null : value))

/** Accepts a day, or an instant, whose date is used. */
export const day = z.string({ error: specTexts.fieldRequired }).transform((value, context) => {
  const date = parseDay(value)
  if (date) return date
  context.addIssue(importProblems.date)
  return z.NEVER
})

export const dayOrNull = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (!value?.trim()) return null
    const date = parseDay(value)
    if (date) return date
    context.addIssue(importProblems.date)
    return z.NEVER
  })

export const money = reaisInput
export const moneyOrNull = z
  .union([z.literal(''), reaisInput])
  .nullish()
  .transform((value) => (value === '' || value === undefined ? null : value))

function parseDay(value: string): string | null {
  const date = value.trim().slice(0, 10)
  return isCivilDate(date) ? date : parseCivilDate(value.trim())
}

function cleanLine(value: string | number | null | undefined): string {
  return cleanLines(value).replace(/[\n\t]/g, ' ')
}

function cleanLines(value: string | number | null | undefined): string {
  return String(value ?? '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
}
