import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { cellForCsv, headForCsv } from '#app/text/reports/report-labels.ts'
import type { OpenSheet, WholeSheet } from './sheet.server.ts'

/** What a cell may be: text, a whole number, a number as Brazil writes it ('-1234,56'), or nothing. */
export type Cell = string | number | { number: string } | null

/**
 * Rows as a file Excel in Brazil opens: semicolons, a byte order mark, CRLF; as they come. A text that would be taken for
 * a formula gets an apostrophe in front. When the rows end in an error, so does the stream.
 */
export function csvStream(head: readonly string[], rows: AsyncIterable<Cell[]>): Readable {
  const lines = stringify({ delimiter: ';', bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const source = Readable.from(withHead(head, rows))
  source.on('error', (error) => lines.destroy(error))
  return source.pipe(lines)
}

/** A whole report as such a file, made while it is read; the sums stand under it. */
export function csvOf(sheet: OpenSheet, whole = sheet.whole()): Readable {
  const head = sheet.heads.map(({ kind, label }) => headForCsv(kind, label))
  return csvStream(head, rowsOf(sheet, whole))
}

async function* rowsOf(sheet: OpenSheet, { portions, sums }: WholeSheet): AsyncGenerator<Cell[]> {
  for await (const rows of portions)
    for (const { cells } of rows)
      yield cells.map(({ value }, index) => cellForCsv(sheet.heads[index]?.kind ?? 'text', value))
  for (const { label, kind, value } of sums()) yield totalRow(sheet, label, cellForCsv(kind, value))
}

function totalRow({ heads }: OpenSheet, label: string, value: Cell): Cell[] {
  return [label, value, ...Array.from({ length: Math.max(0, heads.length - 2) }, () => null)]
}

async function* withHead(
  head: readonly string[],
  rows: AsyncIterable<Cell[]>,
): AsyncGenerator<(string | number | null)[]> {
  yield [...head]
  for await (const row of rows) yield row.map(harmless)
}

/** Signs a sheet takes for the beginning of a formula, also in full width and after what it does not show. */
const formula = /^([\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A number is a number; a text that begins like a formula is kept from being one. */
function harmless(cell: Cell): string | number | null {
  if (typeof cell === 'object') return cell?.number ?? null
  return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
}
