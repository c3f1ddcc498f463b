import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { cellForCsv, headForCsv } from '#app/text/reports/report-labels.ts'
import type { OpenSheet, WholeSheet } from './sheet.server.ts'

/** `number` is in Brazilian notation ('-1234,56'). */
export type Cell = string | number | { number: string } | null

/** For Excel in Brazil: semicolons, BOM, CRLF. Streamed; an error in the rows errors the stream. */
export function csvStream(head: readonly string[], rows: AsyncIterable<Cell[]>): Readable {
  const lines = stringify({ delimiter: ';', bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const source = Readable.from(withHead(head, rows))
  source.on('error', (error) => lines.destroy(error))
  return source.pipe(lines)
}

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

/** Prefixes a spreadsheet treats as a formula, full-width forms and leading invisible characters included. */
const formula = /^([\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Against CSV injection: such texts get a leading apostrophe. */
function harmless(cell: Cell): string | number | null {
  if (typeof cell === 'object') return cell?.number ?? null
  return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
}
