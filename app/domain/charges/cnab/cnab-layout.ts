import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'
import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** A field. Positions count from 1 and are inclusive. */
export type Column<Input> = { from: number; to: number; write: (data: Input) => string }

export function fixedColumn(from: number, to: number, content: string): Column<unknown> {
  return { from, to, write: () => content }
}

export function blanks(from: number, to: number): Column<unknown> {
  return fixedColumn(from, to, ' '.repeat(to - from + 1))
}

export function zeros(from: number, to: number): Column<unknown> {
  return fixedColumn(from, to, '0'.repeat(to - from + 1))
}

/** Returns a field with upper-case ASCII text, left-aligned and truncated. */
export function upperText<Input>(from: number, to: number, read: (data: Input) => string): Column<Input> {
  const width = to - from + 1
  return { from, to, write: (data) => toUpperAscii(read(data)).slice(0, width).padEnd(width) }
}

/** Returns a field padded with zeros. A CNPJ may contain letters. Writing too long a value throws RangeError. */
export function digits<Input>(
  from: number,
  to: number,
  read: (data: Input) => string | number,
): Column<Input> {
  const width = to - from + 1
  return { from, to, write: (data) => padZeros(String(read(data)), width) }
}

export function money<Input>(from: number, to: number, read: (data: Input) => Centavos): Column<Input> {
  return digits(from, to, read)
}

/** Returns a field with a date as DDMMAA (six positions) or DDMMAAAA (eight). */
export function date<Input>(from: number, to: number, read: (data: Input) => CivilDate): Column<Input> {
  return { from, to, write: (data) => formatBankDate(read(data), to - from + 1) }
}

export function isoDate<Input>(from: number, to: number, read: (data: Input) => CivilDate): Column<Input> {
  return digits(from, to, (data) => read(data).replaceAll('-', ''))
}

export function dateOrZeros<Input>(
  from: number,
  to: number,
  read: (data: Input) => CivilDate | null,
): Column<Input> {
  const width = to - from + 1
  return {
    from,
    to,
    write: (data) => {
      const day = read(data)
      return day === null ? '0'.repeat(width) : formatBankDate(day, width)
    },
  }
}

export function rawColumn<Input>(from: number, to: number, write: (data: Input) => string): Column<Input> {
  return { from, to, write }
}

/** Replaces the letters `d` by the days, padded with zeros. Throws RangeError if the letters are too few. */
export function writeDays(template: string, days: number): string {
  return template.replace(/d+/, ({ length }) => padZeros(String(days), length))
}

/** Returns a record. Throws RangeError if columns overlap, have a gap, or do not end at `length`. */
export function writeRecord<Input>(length: number, columns: readonly Column<Input>[], data: Input): string {
  return writeFields([1, length], columns, data)
}

/** Returns a record's text. Throws RangeError if columns leave gaps, overlap or do not fit their contents. */
export function writeFields<Input>(
  [first, last]: Span,
  columns: readonly Column<Input>[],
  data: Input,
): string {
  let text = ''
  for (const { from, to, write } of columns) {
    const content = write(data)
    const fillsPositions = text.length === from - first && content.length === to - from + 1
    if (!fillsPositions) throw new RangeError(`positions ${from}-${to} cannot hold: ${content}`)
    text += content
  }
  if (text.length !== last - first + 1)
    throw new RangeError(`fields up to ${first + text.length - 1}, not ${last}`)
  return text
}

/** Returns the text in capitals without accents. Characters without an ASCII form become blanks. */
export function toUpperAscii(text: string): string {
  const unaccentedText = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return unaccentedText
    .replace(/[^ -~]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function padZeros(value: string, width: number): string {
  if (!/^[0-9A-Z]*$/.test(value) || value.length > width) {
    throw new RangeError(`not ${width} digits: ${value}`)
  }
  return value.padStart(width, '0')
}

function formatBankDate(day: CivilDate, width: number): string {
  if (!isCivilDate(day)) throw new RangeError(`not a civil date: ${day}`)
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  return dayOfMonth + month + (width === 6 ? year.slice(2) : year)
}
