import { data, redirect } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import { readFromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { makeDownloadResponse, makeTableResponse } from '#app/http/table-file.server.ts'
import { getReportDelay, getScreenReader, type ReportDelay } from '#app/models/reports/report-db.server.ts'
import { streamJson } from '#app/reports/json.server.ts'
import {
  listVisibleColumns,
  type OpenSheet,
  type Sheet,
  type SheetContents,
  type SheetHead,
  type SheetPage,
  type SheetRow,
  type SheetSummary,
  toFileTable,
} from '#app/reports/sheet.server.ts'
import { makeReportPath } from '#app/routes/admin/reports/report-links.ts'
import { formatCell, getColumnAlign } from '#app/text/reports/cells.ts'
import { formatReportDelay, formatRowCount, formatTooLongForPaper } from '#app/text/reports/report-labels.ts'

const ROWS_PER_PAGE = 100

type Given = { page: SheetPage; base: string; params?: Readonly<Record<string, string>> }

/** Returns a page of a report as text, or only the form without a filter; 400 if the filter is invalid. */
export async function loadReport(args: RequestArgs, sheet: Sheet, { page: look, base, params = {} }: Given) {
  const { searchParams } = new URL(args.request.url)
  for (const [name, value] of Object.entries(params)) searchParams.set(name, value)
  const { fields, sheet: open } = await sheet.open(
    searchParams,
    toCivilDate(new Date()),
    readFromReplica(args, getScreenReader),
  )
  const { windowTitle, help, asks, invitation, cards, acts, offersJson = false } = look
  const { perPage = ROWS_PER_PAGE } = look
  const pageData = {
    ...{ windowTitle, help, asks, invitation, cards, acts, offersJson },
    title: open?.heading ?? sheet.title,
    slug: sheet.slug,
    base,
    fields,
    query: toQuery(fields.filter(({ name }) => !(name in params))),
    pathParams: params,
  }
  const isAsking = searchParams.has('ask')
  const isWrong = fields.some(({ errors }) => errors)
  if (!open)
    return data({ ...pageData, isAsking: true, result: null, offer: null }, { status: isWrong ? 400 : 200 })
  // A file that takes too long redirects here, where it can be prepared.
  if (searchParams.has('prepare'))
    return data({ ...pageData, isAsking, result: null, offer: makeReportOffer(fields, 'too-long') })
  const { page } = parseListParams(args.request)
  const read = await readPage(open, page, perPage)
  if (typeof read === 'string')
    return data({ ...pageData, isAsking, result: null, offer: makeReportOffer(fields, read) })
  const { totals: inAll, rows, summary } = read
  const { count, rows: rowsInAll, lines } = inAll
  const pages = Math.max(1, Math.ceil(count / perPage))
  redirectPastEnd(args.request, { page, pages })
  const totals = lines.map(({ label, kind, value }) => ({ label, value: formatCell(kind, value) }))
  const { lead, notes, fileNotes, steps, empty, isLedger } = open
  const table = toColumns(
    listVisibleColumns(open).heads,
    rows.map((row) => formatRow(open, row)),
  )
  const result = {
    isLedger,
    summary: summary ? formatSummary(summary) : null,
    lead,
    notes: count > 0 ? [...notes, ...fileNotes] : notes,
    steps,
    empty,
    ...(isLedger ? withoutEmpty(table) : table),
    totals,
    count,
    countText: formatRowCount(count, sheet.noun),
    paperRefusal: rowsInAll > maxRowsOnPaper ? formatTooLongForPaper(maxRowsOnPaper) : null,
    page,
    pages,
  }
  return data({ ...pageData, isAsking, result, offer: null })
}

type Shown = ReturnType<typeof formatRow>

function toColumns(heads: readonly SheetHead[], rows: Shown[]) {
  return { heads: heads.map(({ kind, ...head }) => ({ ...head, align: getColumnAlign(kind) })), rows }
}

function withoutEmpty({ heads, rows }: ReturnType<typeof toColumns>) {
  const isFilled = (_: unknown, index: number) =>
    rows.some(({ cells }) => (cells[index]?.text ?? '-') !== '-')
  return {
    heads: heads.filter(isFilled),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isFilled) })),
  }
}

function formatSummary({ title, heads, rows, sum }: SheetSummary) {
  const shownRows = [...rows, sum].map(({ key, cells }) => ({
    key,
    group: null,
    cells: cells.map(({ value, href }, index) => ({
      text: formatCell(heads[index]?.kind ?? 'text', value),
      href,
    })),
  }))
  return { title, ...toColumns(heads, shownRows) }
}

function formatRow(open: OpenSheet, row: SheetRow) {
  const { key, group } = row
  const { heads, cellsOf: toCells } = listVisibleColumns(open)
  const shownCells = toCells(row).map(({ value, text, href }, index) => ({
    text: text ?? formatCell(heads[index]?.kind ?? 'text', value),
    href,
  }))
  return { key, group, cells: shownCells }
}

/** Returns the filter for links, so that other pages and files show the same rows. */
function toQuery(fields: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

/** Reads sums and one page. Returns the delay if that takes longer than a screen waits. */
async function readPage(open: OpenSheet, page: number, perPage: number) {
  try {
    const [totals, rows, summary] = await Promise.all([
      open.totals(),
      open.page(page, perPage),
      open.summary(),
    ])
    return { totals, rows, summary }
  } catch (error) {
    const delay = getReportDelay(error)
    if (!delay) throw error
    return delay
  }
}

/**
 * Explains why a report takes too long, and offers to prepare a file. `fields` are those of its period, if
 * any.
 */
export function makeReportOffer(fields: readonly { name: string; value: string }[], delay: ReportDelay) {
  const findDay = (field: string) => fields.find(({ name }) => name === field)?.value
  const [start, end] = [findDay('start'), findDay('end')]
  return formatReportDelay(delay, start && end ? { start, end } : undefined)
}

/** Returns a report's number of rows; 0 if counting takes too long, since the file's job counts again. */
export async function readCount(open: OpenSheet): Promise<number> {
  const countedRows = open.totals().then(({ rows }) => rows)
  return countedRows.catch((error) => {
    if (!getReportDelay(error)) throw error
    return 0
  })
}

/** Formats that are streamed. All formats can also be prepared. */
export const streamedFormats = ['csv', 'xlsx', 'json'] as const
export const reportFormats = [...streamedFormats, 'pdf'] as const

/**
 * Streams a complete report as a file; undefined if the filter is invalid. If its beginning takes too long,
 * redirects to the report, where it can be prepared.
 */
export async function streamReportFile(
  args: RequestArgs,
  sheet: Sheet,
  format: (typeof streamedFormats)[number],
) {
  const { searchParams } = new URL(args.request.url)
  const { sheet: open } = await sheet.open(
    searchParams,
    toCivilDate(new Date()),
    readFromReplica(args, getScreenReader),
  )
  if (!open) return undefined
  const [whole, summary] = await Promise.all([beginSheet(open.readAll()), beginSummary(open, format)])
  if (typeof whole === 'string' || typeof summary === 'string')
    return redirect(makeReportPath(sheet.slug, searchParams, { prepare: '1' }))
  const name = `${open.fileName}.${format}`
  if (format === 'json') return makeDownloadResponse(name, format, streamJson(open, whole))
  return makeTableResponse(name, open.heading, toFileTable(open, whole, summary))
}

async function beginSummary(
  open: OpenSheet,
  format: string,
): Promise<SheetSummary | ReportDelay | undefined> {
  if (format !== 'xlsx') return undefined
  return open.summary().catch((error) => {
    const delay = getReportDelay(error)
    if (!delay) throw error
    return delay
  })
}

/** Reads the first portion before the response begins, so that a delay can be answered differently. */
async function beginSheet({ portions, sums }: SheetContents): Promise<SheetContents | ReportDelay> {
  const first = portions.next()
  const delay = await first.then(() => undefined, getReportDelay)
  if (delay) return delay
  async function* yieldAll() {
    const { value, done } = await first
    if (done) return
    yield value
    yield* portions
  }
  return { portions: yieldAll(), sums }
}
