import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { formatCsvCell, formatFileHead } from '#app/text/reports/file-cells.ts'
import type { FileTable } from './file-table.ts'

/** Writes rows only, since totals would be read as data. */
export function streamCsv({ heads, rows }: FileTable): Readable {
  return formatCsv(
    heads.map(({ kind, label }) => formatFileHead(kind, label)),
    formatCells(heads, rows),
  )
}

/** Streams CSV for Excel in Brazil: semicolons, BOM, CRLF. Fails if the rows fail. */
export function formatCsv(head: readonly string[], rows: AsyncIterable<readonly string[]>): Readable {
  const lines = stringify({ delimiter: ';', bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const source = Readable.from(prependHead(head, rows))
  source.on('error', (error) => lines.destroy(error))
  return source.pipe(lines)
}

async function* formatCells(heads: FileTable['heads'], rows: FileTable['rows']): AsyncGenerator<string[]> {
  for await (const row of rows)
    yield row.map((value, index) => formatCsvCell(heads[index]?.kind ?? 'text', value))
}

async function* prependHead(
  head: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  yield head
  yield* rows
}
