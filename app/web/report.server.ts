import { data } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import {
  mostRowsOnPaper,
  type OpenSheet,
  type Sheet,
  type SheetRow,
  withoutHeading,
} from '#app/reports/sheet.server.ts'
import { xlsxOf } from '#app/reports/xlsx.server.ts'
import {
  cellForCsv,
  cellWords,
  columnAlign,
  headForCsv,
  rowCount,
  tooLongForPaper,
} from '#app/text/report-words.ts'
import type { RequestArgs } from '#app/web/context.server.ts'
import { type Cell, csvResponse } from '#app/web/csv.server.ts'
import { listParams } from '#app/web/list-params.ts'
import { redirectPastEnd } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

export const reportRowsPerPage = 100

type Given = {
  /** where the report is, without its query */
  base: string
  /** what its path says beyond the query: a publication, a prefix */
  params?: Readonly<Record<string, string>>
  /** rows, or cards, on a page */
  perPage?: number
}

/**
 * One page of a report for its screen, in words; the form alone where nothing is asked for yet, with 400 where what is
 * asked for makes no sense.
 */
export async function loadReport(
  args: RequestArgs,
  sheet: Sheet,
  { base, params = {}, perPage = reportRowsPerPage }: Given,
) {
  await requireStaff(args)
  const { searchParams } = new URL(args.request.url)
  for (const [name, value] of Object.entries(params)) searchParams.set(name, value)
  const { fields, sheet: open } = await sheet.open(searchParams, civilDateIn(new Date()))
  const asked = {
    title: sheet.title,
    slug: sheet.slug,
    base,
    fields,
    query: queryOf(fields.filter(({ name }) => !(name in params))),
    pathParams: params,
  }
  const isAsking = searchParams.has('ask')
  const isWrong = fields.some(({ errors }) => errors)
  if (!open) return data({ ...asked, isAsking: true, result: null }, { status: isWrong ? 400 : 200 })
  const { page } = listParams(args.request)
  const [{ count, rows: rowsInAll, lines }, rows] = await Promise.all([
    open.totals(),
    open.page(page, perPage),
  ])
  const pages = Math.max(1, Math.ceil(count / perPage))
  redirectPastEnd(args.request, { page, pages })
  const totals = lines.map(({ label, kind, value }) => ({ label, value: cellWords(kind, value) }))
  const { lead, empty } = open
  const heads = withoutHeading(open).heads.map(({ kind, ...head }) => ({ ...head, align: columnAlign(kind) }))
  const result = {
    lead,
    empty,
    heads,
    rows: rows.map((row) => inWords(open, row)),
    totals,
    count,
    countText: rowCount(count, sheet.noun),
    paperRefusal: rowsInAll > mostRowsOnPaper ? tooLongForPaper(mostRowsOnPaper) : null,
    page,
    pages,
  }
  return data({ ...asked, isAsking, result })
}

function inWords(open: OpenSheet, row: SheetRow) {
  const { key, group } = row
  const { heads, cellsOf } = withoutHeading(open)
  const shown = cellsOf(row).map(({ value, href }, index) => ({
    text: cellWords(heads[index]?.kind ?? 'text', value),
    href,
  }))
  return { key, group, cells: shown }
}

/** The filter as it is in force, for the links of the page: other pages and files show the same. */
function queryOf(fields: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

export const reportFormats = ['csv', 'xlsx'] as const

/** A whole report as a file, streamed while it is read; undefined when the filter makes no sense. */
export async function reportFile(args: RequestArgs, sheet: Sheet, format: (typeof reportFormats)[number]) {
  const { searchParams } = new URL(args.request.url)
  const { sheet: open } = await sheet.open(searchParams, civilDateIn(new Date()))
  if (!open) return undefined
  if (format === 'csv') {
    const head = open.heads.map(({ kind, label }) => headForCsv(kind, label))
    return csvResponse(`${open.fileName}.csv`, head, csvRows(open))
  }
  return new Response(xlsxOf(sheet.title, open), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="${open.fileName}.xlsx"`,
      'Cache-Control': 'no-store',
    },
  })
}

async function* csvRows(open: OpenSheet): AsyncGenerator<Cell[]> {
  const { portions, sums } = open.whole()
  for await (const rows of portions)
    for (const { cells } of rows)
      yield cells.map(({ value }, index) => cellForCsv(open.heads[index]?.kind ?? 'text', value))
  for (const { label, kind, value } of sums()) yield totalRow(open, label, cellForCsv(kind, value))
}

function totalRow({ heads }: OpenSheet, label: string, value: Cell): Cell[] {
  return [label, value, ...Array.from({ length: Math.max(0, heads.length - 2) }, () => null)]
}
