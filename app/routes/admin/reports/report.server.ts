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

type ReportOptions = { page: SheetPage; base: string; params?: Readonly<Record<string, string>> }

/** Returns a page of a report as text, or only the form if there is no filter; 400 if the filter is invalid. */
export async function loadReport(
  args: RequestArgs,
  sheet: Sheet,
  { page: pageOptions, base, params = {} }: ReportOptions,
) {
  const { searchParams } = new URL(args.request.url)
  for (const [name, value] of Object.entries(params)) searchParams.set(name, value)
  const { fields, sheet: openSheet } = await sheet.open(
    searchParams,
    toCivilDate(new Date()),
    readFromReplica(args, getScreenReader),
  )
  const { windowTitle, help, asks, invitation, cards, acts, offersJson = false } = pageOptions
  const { perPage = ROWS_PER_PAGE } = pageOptions
  const pageData = {
    windowTitle,
    help,
    asks,
    invitation,
    cards,
    acts,
    offersJson,
    title: openSheet?.heading ?? sheet.title,
    slug: sheet.slug,
    base,
    fields,
    query: toQuery(fields.filter(({ name }) => !(name in params))),
    pathParams: params,
  }
  const isAsking = searchParams.has('ask')
  const hasFieldErrors = fields.some(({ errors }) => errors)
  if (!openSheet)
    return data(
      { ...pageData, isAsking: true, result: null, offer: null },
      { status: hasFieldErrors ? 400 : 200 },
    )
  // An export that takes too long redirects to this page, which offers to prepare the file.
  if (searchParams.has('prepare'))
    return data({ ...pageData, isAsking, result: null, offer: makeReportOffer(fields, 'too-long') })
  const { page } = parseListParams(args.request)
  const pageResult = await readSheetPage(openSheet, page, perPage)
  if (typeof pageResult === 'string')
    return data({ ...pageData, isAsking, result: null, offer: makeReportOffer(fields, pageResult) })
  const { totals: sheetTotals, rows, summary } = pageResult
  const { count, rows: totalRows, lines } = sheetTotals
  const pages = Math.max(1, Math.ceil(count / perPage))
  redirectPastEnd(args.request, { page, pages })
  const totals = lines.map(({ label, kind, value }) => ({ label, value: formatCell(kind, value) }))
  const { lead, notes, fileNotes, steps, empty, isLedger } = openSheet
  const table = formatTable(
    listVisibleColumns(openSheet).heads,
    rows.map((row) => formatRow(openSheet, row)),
  )
  const result = {
    isLedger,
    summary: summary ? formatSummary(summary) : null,
    lead,
    notes: count > 0 ? [...notes, ...fileNotes] : notes,
    steps,
    empty,
    ...(isLedger ? removeEmptyColumns(table) : table),
    totals,
    count,
    countText: formatRowCount(count, sheet.noun),
    paperRefusal: totalRows > maxRowsOnPaper ? formatTooLongForPaper(maxRowsOnPaper) : null,
    page,
    pages,
  }
  return data({ ...pageData, isAsking, result, offer: null })
}

type FormattedRow = ReturnType<typeof formatRow>

function formatTable(heads: readonly SheetHead[], rows: FormattedRow[]) {
  return { heads: heads.map(({ kind, ...head }) => ({ ...head, align: getColumnAlign(kind) })), rows }
}

function removeEmptyColumns({ heads, rows }: ReturnType<typeof formatTable>) {
  const hasTextInColumn = (_: unknown, index: number) =>
    rows.some(({ cells }) => (cells[index]?.text ?? '-') !== '-')
  return {
    heads: heads.filter(hasTextInColumn),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter(hasTextInColumn) })),
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
  return { title, ...formatTable(heads, shownRows) }
}

function formatRow(openSheet: OpenSheet, row: SheetRow) {
  const { key, group } = row
  const { heads, listVisibleCells } = listVisibleColumns(openSheet)
  const shownCells = listVisibleCells(row).map(({ value, text, href }, index) => ({
    text: text ?? formatCell(heads[index]?.kind ?? 'text', value),
    href,
  }))
  return { key, group, cells: shownCells }
}

/** Returns the filter for links to other pages and files, which then show the same rows. */
function toQuery(fields: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

/** Reads totals and one page. Returns the delay if the queries take longer than a screen waits. */
async function readSheetPage(openSheet: OpenSheet, page: number, perPage: number) {
  try {
    const [totals, rows, summary] = await Promise.all([
      openSheet.totals(),
      openSheet.page(page, perPage),
      openSheet.summary(),
    ])
    return { totals, rows, summary }
  } catch (error) {
    const delay = getReportDelay(error)
    if (!delay) throw error
    return delay
  }
}

/** Returns a sentence that explains the delay and offers to prepare a file; `fields` may contain a period. */
export function makeReportOffer(fields: readonly { name: string; value: string }[], delay: ReportDelay) {
  const findDay = (field: string) => fields.find(({ name }) => name === field)?.value
  const [start, end] = [findDay('start'), findDay('end')]
  return formatReportDelay(delay, start && end ? { start, end } : undefined)
}

/** Returns a report's number of rows; 0 if counting takes too long, because the file's job counts again. */
export async function countReportRows(openSheet: OpenSheet): Promise<number> {
  try {
    const { rows } = await openSheet.totals()
    return rows
  } catch (error) {
    if (!getReportDelay(error)) throw error
    return 0
  }
}

/** Formats that are streamed. All formats can also be prepared. */
export const streamedFormats = ['csv', 'xlsx', 'json'] as const
export const reportFormats = [...streamedFormats, 'pdf'] as const

/**
 * Streams a complete report as a file; undefined if the filter is invalid. If the first rows take too
 * long, redirects to the report, where the file can be prepared.
 */
export async function streamReportFile(
  args: RequestArgs,
  sheet: Sheet,
  format: (typeof streamedFormats)[number],
) {
  const { searchParams } = new URL(args.request.url)
  const { sheet: openSheet } = await sheet.open(
    searchParams,
    toCivilDate(new Date()),
    readFromReplica(args, getScreenReader),
  )
  if (!openSheet) return undefined
  const [contents, summary] = await Promise.all([
    beginSheet(openSheet.readAll()),
    beginSummary(openSheet, format),
  ])
  if (typeof contents === 'string' || typeof summary === 'string')
    return redirect(makeReportPath(sheet.slug, searchParams, { prepare: '1' }))
  const name = `${openSheet.fileName}.${format}`
  if (format === 'json') return makeDownloadResponse(name, format, streamJson(openSheet, contents))
  return makeTableResponse(name, openSheet.heading, toFileTable(openSheet, contents, summary))
}

/** Returns the summary for a workbook, the only format that contains one, or the delay of its query. */
async function beginSummary(
  openSheet: OpenSheet,
  format: string,
): Promise<SheetSummary | ReportDelay | undefined> {
  if (format !== 'xlsx') return undefined
  try {
    return await openSheet.summary()
  } catch (error) {
    const delay = getReportDelay(error)
    if (!delay) throw error
    return delay
  }
}

/** Reads the first portion before the response begins, so a delay can still become a redirect. */
async function beginSheet({ portions, sums }: SheetContents): Promise<SheetContents | ReportDelay> {
  const firstPortion = portions.next()
  const delay = await firstPortion.then(() => undefined, getReportDelay)
  if (delay) return delay
  async function* yieldAll() {
    const { value, done } = await firstPortion
    if (done) return
    yield value
    yield* portions
  }
  return { portions: yieldAll(), sums }
}
