import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import type { SortValue } from '#app/models/platform/list-page.server.ts'
import { streamCsv } from '#app/reports/csv.server.ts'
import type { FileTable } from '#app/reports/file-table.ts'
import { streamXlsx, xlsxType } from '#app/reports/xlsx.server.ts'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: xlsxType,
} as const

/** Streams the table. A read error aborts the download because a partial file must not look complete. */
export function makeDownloadResponse(
  name: string,
  format: keyof typeof contentTypes,
  content: Readable,
): Response {
  return new Response(createReadableStreamFromReadable(content), {
    headers: {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

export function makeTableResponse(name: string, title: string, table: FileTable): Response {
  return name.endsWith('.xlsx')
    ? makeDownloadResponse(name, 'xlsx', Readable.from(streamXlsx(title, table), { objectMode: false }))
    : makeDownloadResponse(name, 'csv', streamCsv(table))
}

type FileColumn<Row> = {
  label: string
  fileHeading?: string
  kind?: CellKind
  value?: (row: Row) => CellValue
}
export type ListFile<Row> = { name: string; title: string; columns: readonly FileColumn<Row>[] }

/** Sends a list in the format of the address's extension and records the download. */
export async function makeListResponse<Row>(
  args: RequestArgs,
  { name, title, columns }: ListFile<Row>,
  rows: AsyncIterable<Row>,
): Promise<Response> {
  const format = new URL(args.request.url).pathname.endsWith('xlsx') ? 'xlsx' : 'csv'
  const fileName = `${name}.${format}`
  await recordExport(args, await requireViewer(args), fileName)
  const fileColumns = columns.flatMap(({ label, fileHeading = label, kind = 'text', value }) =>
    value ? [{ label: fileHeading, kind, value }] : [],
  )
  return makeTableResponse(fileName, title, {
    heads: fileColumns,
    rows: readCells(rows, fileColumns),
    totals: () => [],
  })
}

async function* readCells<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly { value: (row: Row) => CellValue }[],
): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield columns.map(({ value }) => value(row))
}

type PortionEnd = { last: number; cursorValues?: readonly SortValue[] | undefined }
export type FilePart<Row> = { rows: readonly Row[]; isOpenEnded: boolean; keys: PortionEnd | undefined }
export type FilePlace = {
  page: number
  after: number | undefined
  cursorValues: readonly SortValue[] | undefined
  counting: 'none'
}

/** Yields all rows. Reads portions that start after the last row read, so later portions are as fast as the first. */
export async function* iterateByKey<Row>(
  read: (place: FilePlace) => Promise<FilePart<Row>>,
): AsyncGenerator<Row> {
  let end: PortionEnd | undefined
  for (let page = 1; ; page++) {
    const place = { page, after: end?.last, cursorValues: end?.cursorValues, counting: 'none' } as const
    const { rows, isOpenEnded, keys } = await read(place)
    yield* rows
    if (!isOpenEnded || keys === undefined) return
    end = keys
  }
}

/** Yields the rows of all pages. Reads until a page is empty. */
export async function* iteratePages<Row>(
  read: (page: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const rows = await read(page)
    yield* rows
    if (rows.length === 0) return
  }
}
