import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** A span of characters. Positions count from 1 and are inclusive, as in the banks' manuals. */
export type Span = readonly [from: number, to: number]

export class UnreadableField extends Error {
  constructor(
    readonly span: Span,
    readonly content: string,
  ) {
    super(`positions ${span[0]}-${span[1]}: ${content}`)
  }
}

/** Returns the lines of ISO-8859-1 text. Removes final empty lines and the end-of-file mark 0x1A. */
export function splitBankLines(content: Uint8Array): string[] {
  const hasByteOrderMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf
  let end = content.length
  while (end > 0 && isFileEnding(content[end - 1])) end -= 1
  const text = new TextDecoder('latin1').decode(content.subarray(hasByteOrderMark ? 3 : 0, end))
  return text === '' ? [] : text.split(/\r\n|\n|\r/)
}

function isFileEnding(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x1a
}

export function readRawAt(line: string, [from, to]: Span): string {
  return line.slice(from - 1, to)
}

export function readTextAt(line: string, span: Span): string {
  return readRawAt(line, span).trim()
}

/** Returns the text of a field; '' for zeros, which banks write for unknown names and documents. */
export function readWordsAt(line: string, span: Span): string {
  const text = readTextAt(line, span)
  return /^[0 ]*$/.test(text) ? '' : text
}

/** Returns centavos; 0 for blanks. Throws UnreadableField, also for a truncated amount. */
export function readCentsAt(line: string, span: Span): Centavos {
  const text = readRawAt(line, span)
  const isTruncated = /\d +$/.test(text)
  if (isTruncated) throw new UnreadableField(span, text.trimEnd())
  return readNumberAt(line, span)
}

export function readNumberAt(line: string, span: Span): number {
  const text = readTextAt(line, span)
  if (!/^\d*$/.test(text)) throw new UnreadableField(span, text)
  return Number(text)
}

/** Parses DDMMAA (20xx) or DDMMAAAA. Returns null for blanks and zeros. Throws UnreadableField. */
export function readDateAt(line: string, span: Span): CivilDate | null {
  const text = readTextAt(line, span)
  if (/^0*$/.test(text)) return null
  const [, day, month, year = ''] = /^(\d\d)(\d\d)(\d\d|\d{4})$/.exec(text) ?? []
  const date = `${year.padStart(4, '20')}-${month}-${day}`
  if (!isCivilDate(date)) throw new UnreadableField(span, text)
  return date
}

/** Parses AAAAMMDD. Returns null for blanks and zeros. Throws UnreadableField. */
export function readIsoDateAt(line: string, span: Span): CivilDate | null {
  const text = readTextAt(line, span)
  if (/^0*$/.test(text)) return null
  const date = text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (!isCivilDate(date)) throw new UnreadableField(span, text)
  return date
}

export function readCodesAt(line: string, span: Span, codeLength: 2 | 3 = 2): string[] {
  const codePattern = codeLength === 2 ? /../g : /.../g
  const codes = readRawAt(line, span).match(codePattern) ?? []
  return codes.map((code) => code.trim()).filter((code) => !/^0*$/.test(code))
}
