import type { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { noteExport } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import type { SortValue } from '#app/models/platform/list-page.server.ts'
import { type Cell, csvStream } from '#app/reports/csv.server.ts'

export type { Cell }

/** Streamed; a failure while reading aborts the download, so that a partial file does not look complete. */
export function csvResponse(name: string, head: readonly string[], rows: AsyncIterable<Cell[]>): Response {
  return csvAnswer(name, csvStream(head, rows))
}

export function csvAnswer(name: string, stream: Readable): Response {
  return new Response(createReadableStreamFromReadable(stream), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

type FileColumn<Row> = { label: string; fileHeading?: string; value?: (row: Row) => Cell }

/** A list of the staff as a file; who took it is noted (D127). */
export async function listFile<Row>(
  args: RequestArgs,
  name: string,
  columns: readonly FileColumn<Row>[],
  rows: AsyncIterable<Row>,
): Promise<Response> {
  await noteExport(args, await requireViewer(args), name)
  const valued = columns.flatMap(({ label, fileHeading = label, value }) =>
    value ? [{ heading: fileHeading, value }] : [],
  )
  const head = valued.map(({ heading }) => heading)
  return csvResponse(name, head, cellsOf(rows, valued))
}

async function* cellsOf<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly { value: (row: Row) => Cell }[],
): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(({ value }) => value(row))
}

type Key = { last: number; sortedBy?: readonly SortValue[] | undefined }
type FilePart<Row> = { rows: readonly Row[]; isOpenEnded: boolean; keys: Key | undefined }
type FilePlace = {
  page: number
  after: number | undefined
  sortedBy: readonly SortValue[] | undefined
  counting: 'none'
}

/** Reads portion after portion, each from the last row of the one before: a long list costs no more per row. */
export async function* allByKey<Row>(
  read: (place: FilePlace) => Promise<FilePart<Row>>,
): AsyncGenerator<Row> {
  let end: Key | undefined
  for (let page = 1; ; page++) {
    const place = { page, after: end?.last, sortedBy: end?.sortedBy, counting: 'none' } as const
    const { rows, isOpenEnded, keys } = await read(place)
    yield* rows
    if (!isOpenEnded || keys === undefined) return
    end = keys
  }
}

export async function* allPages<Row>(read: (page: number) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let page = 1; ; page++) {
    const rows = await read(page)
    yield* rows
    if (rows.length === 0) return
  }
}
