import {
  calculateColumnWidths,
  type PrintedReport,
  type PrintedRow,
  type PrintedSummary,
  renderPageNumbers,
  renderReport,
  renderReportPart,
} from '#app/documents/report.tsx'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { createJoinedPdf } from '#app/gateways/pdf-parts.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import { findCaughtUpReader, getReportDelay, openSnapshot } from '#app/models/reports/report-db.server.ts'
import { streamCsv } from '#app/reports/csv.server.ts'
import { streamJson } from '#app/reports/json.server.ts'
import {
  listVisibleColumns,
  type OpenSheet,
  type SheetContents,
  type SheetRow,
  type SheetSummary,
  toFileTable,
} from '#app/reports/sheet.server.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import { streamXlsx } from '#app/reports/xlsx.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatCell, getColumnAlign } from '#app/text/reports/cells.ts'

const TIME_LIMIT_MS = 60_000
/** The number of rows that a browser lays out quickly as one table. */
const ROWS_PER_PART = 1_000

type Progress = (doneCount: number) => Promise<void>

/**
 * Creates the file of a report. A PDF is created in parts to limit memory. Rows and summary are read from one
 * snapshot. Throws JobRefused if reading exceeds the time limit.
 */
export const makeReport: FileMaker<Uint8Array | AsyncIterable<Uint8Array>> = async (
  { facts },
  onProgress,
) => {
  const sheet = await findSheet(String(facts.slug))
  const hasSummaryPart = sheet?.hasSummary && hasSummary(facts.format)
  return hasSummaryPart
    ? streamFromSnapshot(facts, onProgress)
    : makeReportFile(facts, onProgress, await findCaughtUpReader())
}

/** Yields the file and closes its snapshot after the last byte. */
async function* streamFromSnapshot(...[facts, onProgress]: FileArguments): AsyncGenerator<Uint8Array> {
  const snapshot = await openSnapshot()
  try {
    const reportFile = await makeReportFile(facts, onProgress, snapshot)
    if (reportFile instanceof Uint8Array) yield reportFile
    else yield* reportFile
  } finally {
    // A lost connection has already rolled back. The error of this rollback must not replace the first error.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

type FileArguments = [
  facts: Readonly<Record<string, unknown>>,
  onProgress: (doneCount: number, total: number) => Promise<void>,
]

function hasSummary(format: unknown): boolean {
  return format !== 'csv' && format !== 'json'
}

/** Creates the file of a report. Reads everything through `reader`. */
export async function makeReportFile(
  ...[facts, onProgress, reader]: [...FileArguments, reader: DbOrTrx]
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const sheet = await findSheet(String(facts.slug))
  const query = new URLSearchParams(String(facts.query))
  const { sheet: openedSheet } = (await sheet?.open(query, toCivilDate(new Date()), reader)) ?? {}
  if (!sheet || !openedSheet) throw new JobRefused('no such report')
  const { rows: rowCount } = await openedSheet.totals().catch(rejectTooLong)
  const summary = hasSummary(facts.format) ? await openedSheet.summary().catch(rejectTooLong) : undefined
  const contents = withProgress(openedSheet.readAll(), (doneCount) =>
    onProgress(doneCount, Math.max(doneCount, rowCount)),
  )
  if (facts.format === 'csv') return streamCsv(toFileTable(openedSheet, contents))
  if (facts.format === 'json') return streamJson(openedSheet, contents)
  if (facts.format === 'xlsx')
    return streamXlsx(openedSheet.heading, toFileTable(openedSheet, contents, summary))
  if (rowCount > maxRowsOnPaper) throw new JobRefused(`${rowCount} rows are too many for paper`)
  return makePdf(openedSheet, contents, summary)
}

function rejectTooLong(error: unknown): never {
  throw getReportDelay(error) === 'too-long' ? new JobRefused('the report takes too long') : error
}

function withProgress({ portions, sums }: SheetContents, onProgress: Progress): SheetContents {
  async function* yieldWithProgress() {
    let doneCount = 0
    try {
      for await (const rows of portions) {
        yield rows
        doneCount += rows.length
        await onProgress(doneCount)
      }
    } catch (error) {
      rejectTooLong(error)
    }
  }
  return { portions: yieldWithProgress(), sums }
}

async function makePdf(
  openedSheet: OpenSheet,
  { portions, sums }: SheetContents,
  summary: SheetSummary | undefined,
) {
  const now = new Date()
  const seller = await loadMailSender()
  const { heads } = listVisibleColumns(openedSheet)
  // The sums are complete only after the last row is read.
  const describeReport = (): PrintedReport => ({
    seller,
    title: openedSheet.heading,
    lead: openedSheet.lead,
    summary: summary && printSummary(summary),
    notes: [...openedSheet.notes, ...openedSheet.fileNotes],
    empty: openedSheet.empty,
    asOf: `Lido em ${formatDateTime(now)}, horário de Brasília.`,
    heads: heads.map(({ key, label, kind }) => ({ key, label, align: getColumnAlign(kind) })),
    totals: sums().map(({ label, kind, value }) => ({ label, value: formatCell(kind, value) })),
  })
  return printParts(describeReport, splitParts(openedSheet, portions))
}

function printSummary({ title, heads, rows, sum }: SheetSummary): PrintedSummary {
  const printSummaryRow = ({ key, cells }: SheetRow) => ({
    key,
    group: null,
    cells: cells.map(({ value }, index) => formatCell(heads[index]?.kind ?? 'text', value)),
  })
  return {
    title,
    heads: heads.map(({ key, label, kind }) => ({ key, label, align: getColumnAlign(kind) })),
    rows: [...rows, sum].map(printSummaryRow),
  }
}

type Part = { rows: PrintedRow[]; isLast: boolean }

/** Joins several printed parts. A single part is not joined, because joining loses PDF features of the browser. */
async function printParts(describeReport: () => PrintedReport, parts: AsyncGenerator<Part>) {
  const joinedPdf = await createJoinedPdf({ title: describeReport().title, language: 'pt-BR' })
  let previousRow: PrintedRow | undefined
  let widths: number[] = []
  for await (const { rows, isLast } of parts) {
    if (!previousRow && isLast) return printPdf(renderReport(describeReport(), rows))
    if (!previousRow) widths = calculateColumnWidths(describeReport().heads, rows)
    const part = renderReportPart(describeReport(), { rows, previousRow, isLast, widths })
    await joinedPdf.add(await printPdf(part))
    previousRow = rows.at(-1)
  }
  return joinedPdf.finish(await printPdf(renderPageNumbers(joinedPdf.pages())))
}

function printPdf(html: string): Promise<Uint8Array> {
  return convertHtmlToPdf(html, { timeoutMs: TIME_LIMIT_MS })
}

/** Yields the parts of a report. Reads one row ahead to detect the last part. */
async function* splitParts(
  openedSheet: OpenSheet,
  portions: SheetContents['portions'],
): AsyncGenerator<Part> {
  let unprintedRows: PrintedRow[] = []
  for await (const rows of portions) {
    unprintedRows.push(...rows.map((row) => printRow(openedSheet, row)))
    while (unprintedRows.length > ROWS_PER_PART) {
      yield { rows: unprintedRows.slice(0, ROWS_PER_PART), isLast: false }
      unprintedRows = unprintedRows.slice(ROWS_PER_PART)
    }
  }
  yield { rows: unprintedRows, isLast: true }
}

function printRow(openedSheet: OpenSheet, row: SheetRow): PrintedRow {
  const { heads, listVisibleCells } = listVisibleColumns(openedSheet)
  const cells = listVisibleCells(row).map(
    ({ value, text }, index) => text ?? formatCell(heads[index]?.kind ?? 'text', value),
  )
  return { key: row.key, group: row.group, cells }
}
