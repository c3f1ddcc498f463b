import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** First and last position of a field, counted from 1 as the manuals of the banks do. */
export type Span = readonly [from: number, to: number]

/** A field that does not hold what its place asks for; the positions are counted from 1. */
export class UnreadableField extends Error {
  constructor(
    readonly span: Span,
    readonly content: string,
  ) {
    super(`positions ${span[0]}-${span[1]}: ${content}`)
  }
}

/**
 * The records of a bank's file, given as bytes: one character per byte (ISO-8859-1), ends of line of either kind,
 * an end-of-file mark (0x1A) and empty lines after the last record left out.
 */
export function bankLines(content: Uint8Array): string[] {
  const isMarked = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf
  let end = content.length
  while (end > 0 && isEnding(content[end - 1])) end -= 1
  const text = new TextDecoder('latin1').decode(content.subarray(isMarked ? 3 : 0, end))
  return text === '' ? [] : text.split(/\r\n|\n|\r/)
}

function isEnding(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x1a
}

/** What stands between two positions of a record, ends included. */
export function rawAt(line: string, [from, to]: Span): string {
  return line.slice(from - 1, to)
}

/** The same without blanks around it. */
export function textAt(line: string, span: Span): string {
  return rawAt(line, span).trim()
}

/** Centavos of an amount with two implied decimals; blanks are zero. Throws UnreadableField. */
export function centsAt(line: string, span: Span): Centavos {
  return numberAt(line, span)
}

/** A whole number; blanks are zero. Throws UnreadableField. */
export function numberAt(line: string, span: Span): number {
  const text = textAt(line, span)
  if (!/^\d*$/.test(text)) throw new UnreadableField(span, text)
  return Number(text)
}

/** A date written DDMMAA (of this century) or DDMMAAAA; null for blanks and zeros. Throws UnreadableField. */
export function dateAt(line: string, span: Span): CivilDate | null {
  const text = textAt(line, span)
  if (/^0*$/.test(text)) return null
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d\d|\d{4})$/.exec(text) ?? []
  const date = `${year.padStart(4, '20')}-${month}-${day}`
  if (!isCivilDate(date)) throw new UnreadableField(span, text)
  return date
}

/** The codes of two characters a field holds side by side, without blanks and zeros. */
export function codesAt(line: string, span: Span): string[] {
  return (rawAt(line, span).match(/../g) ?? [])
    .map((code) => code.trim())
    .filter((code) => !/^0*$/.test(code))
}
