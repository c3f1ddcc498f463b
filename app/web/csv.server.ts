import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { stringify } from 'csv-stringify'

/** What a cell may be: text, a whole number, an amount already in words, or nothing. */
export type Cell = string | number | null

/**
 * Rows as a file Excel in Brazil opens: semicolons, a byte order mark, CRLF; streamed as they come. A text that would
 * be taken for a formula gets an apostrophe in front.
 */
export function csvResponse(name: string, head: readonly string[], rows: AsyncIterable<Cell[]>): Response {
  const lines = stringify({ delimiter: ';', bom: true, record_delimiter: 'windows' })
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

async function* withHead(head: readonly string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<Cell[]> {
  yield [...head]
  for await (const row of rows) yield row.map(harmless)
}

/** A number is a number; a text that begins like a formula is kept from being one. */
function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** Pages of a list one after the other until one is empty, so that no list is in memory whole. */
export async function* everyPage<Row>(read: (page: number) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const rows = await read(page)
    yield* rows
    if (rows.length === 0) return
  }
}
