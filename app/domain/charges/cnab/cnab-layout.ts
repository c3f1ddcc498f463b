import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'
import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** A field. Positions count from 1 and are inclusive. */
export type Column<Facts> = { from: number; to: number; write: (facts: Facts) => string }

export function fixed(from: number, to: number, content: string): Column<unknown> {
  return { from, to, write: () => content }
}

export function blanks(from: number, to: number): Column<unknown> {
  return fixed(from, to, ' '.repeat(to - from + 1))
}

export function zeros(from: number, to: number): Column<unknown> {
  return fixed(from, to, '0'.repeat(to - from + 1))
}

/** Returns a field with upper-case ASCII text, left-aligned and truncated. */
export function words<Facts>(from: number, to: number, read: (facts: Facts) => string): Column<Facts> {
  const width = to - from + 1
  return { from, to, write: (facts) => foldedUpper(read(facts)).slice(0, width).padEnd(width) }
}

/** Returns a field padded with zeros. Letters may come only from a CNPJ. Throws RangeError if too long. */
export function digits<Facts>(
  from: number,
  to: number,
  read: (facts: Facts) => string | number,
): Column<Facts> {
  const width = to - from + 1
  return { from, to, write: (facts) => padZeros(String(read(facts)), width) }
}

export function money<Facts>(from: number, to: number, read: (facts: Facts) => Centavos): Column<Facts> {
  return digits(from, to, read)
}

/** Returns a field with a date as DDMMAA (six positions) or DDMMAAAA (eight). */
export function date<Facts>(from: number, to: number, read: (facts: Facts) => CivilDate): Column<Facts> {
  return { from, to, write: (facts) => formatBankDate(read(facts), to - from + 1) }
}

export function isoDate<Facts>(from: number, to: number, read: (facts: Facts) => CivilDate): Column<Facts> {
  return digits(from, to, (facts) => read(facts).replaceAll('-', ''))
}

export function dateOrZeros<Facts>(
  from: number,
  to: number,
  read: (facts: Facts) => CivilDate | null,
): Column<Facts> {
  const width = to - from + 1
  return {
    from,
    to,
    write: (facts) => {
      const day = read(facts)
      return day === null ? '0'.repeat(width) : formatBankDate(day, width)
    },
  }
}

export function part<Facts>(from: number, to: number, write: (facts: Facts) => string): Column<Facts> {
  return { from, to, write }
}

/** Replaces the run of `d` by the days, padded with zeros. Throws if they have too many digits. */
export function writeDays(field: string, days: number): string {
  return field.replace(/d+/, ({ length }) => padZeros(String(days), length))
}

/** Returns a record. Throws RangeError if columns overlap, have a gap, or do not end at `length`. */
export function writeRecord<Facts>(length: number, columns: readonly Column<Facts>[], facts: Facts): string {
  return writeFields([1, length], columns, facts)
}

export function writeFields<Facts>(
  [first, last]: Span,
  columns: readonly Column<Facts>[],
  facts: Facts,
): string {
  let text = ''
  for (const { from, to, write } of columns) {
    const content = write(facts)
    const isInPlace = text.length === from - first && content.length === to - from + 1
    if (!isInPlace) throw new RangeError(`positions ${from}-${to} cannot hold: ${content}`)
    text += content
  }
  if (text.length !== last - first + 1)
    throw new RangeError(`fields up to ${first + text.length - 1}, not ${last}`)
  return text
}

/** Returns the text in capitals without accents. Characters without an ASCII form become blanks. */
export function foldedUpper(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return plain
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
  return day.slice(8) + day.slice(5, 7) + day.slice(width === 6 ? 2 : 0, 4)
}
