import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { stringify } from 'csv-stringify'

/** What a cell may be: text, a whole number, a number as Brazil writes it ('-1234,56'), or nothing. */
export type Cell = string | number | { number: string } | null

/**
 * Rows as a file Excel in Brazil opens: semicolons, a byte order mark, CRLF; streamed as they come. A text that would
 * be taken for a formula gets an apostrophe in front. When the rows end in an error, so does the answer: a file that is
 * not whole does not look it.
 */
export function csvResponse(name: string, head: readonly string[], rows: AsyncIterable<Cell[]>): Response {
  const lines = stringify({ delimiter: ';', bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  const source = Readable.from(withHead(head, rows))
  source.on('error', (error) => lines.destroy(error))
  return new Response(createReadableStreamFromReadable(source.pipe(lines)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
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

/** Pages of a list one after the other until one is empty, so that no list is in memory whole. */
export async function* everyPage<Row>(read: (page: number) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const rows = await read(page)
    yield* rows
    if (rows.length === 0) return
  }
}
