import {
  columnWidths,
  type PrintedReport,
  type PrintedRow,
  renderPageNumbers,
  renderReport,
  renderReportPart,
} from '#app/documents/report.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { htmlToPdf } from '#app/gateways/pdf.server.ts'
import { startJoinedPdf } from '#app/gateways/pdf-parts.server.ts'
import { mailSender } from '#app/jobs/hand-over.server.ts'
import { JobRefused } from '#app/jobs/job.ts'
import type { FileMaker } from '#app/jobs/prepare-file.server.ts'
import {
  mostRowsOnPaper,
  type OpenSheet,
  type SheetRow,
  type WholeSheet,
  withoutHeading,
} from '#app/reports/sheet.server.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import { formatDateTime } from '#app/text/format.ts'
import { cellWords, columnAlign } from '#app/text/report-words.ts'

/** A part of a long report takes about a second. */
const TIME_LIMIT_MS = 60_000
/** As many as a browser lays out as one table without effort. */
const ROWS_A_PART = 1_000

type Progress = (done: number) => Promise<void>

/** A report as a PDF, read by the same model as the screen; a long one is made in parts, so that no memory grows. */
export const makeReport: FileMaker = async ({ facts }, onProgress) => {
  const now = new Date()
  const sheet = findSheet(String(facts.slug))
  const { sheet: open } =
    (await sheet?.open(new URLSearchParams(String(facts.query)), civilDateIn(now))) ?? {}
  if (!sheet || !open) throw new JobRefused('no such report')
  const { rows } = await open.totals()
  if (rows > mostRowsOnPaper) throw new JobRefused(`${rows} rows are too many for paper`)
  const seller = await mailSender()
  const { heads } = withoutHeading(open)
  const { portions, sums } = open.whole()
  const report = (): PrintedReport => ({
    seller,
    title: sheet.title,
    lead: open.lead,
    empty: open.empty,
    asOf: `Lido em ${formatDateTime(now)}, horário de Brasília.`,
    heads: heads.map(({ key, label, kind }) => ({ key, label, align: columnAlign(kind) })),
    totals: sums().map(({ label, kind, value }) => ({ label, value: cellWords(kind, value) })),
  })
  return print(report, partsOf(open, portions), (done) => onProgress(done, Math.max(done, rows)))
}

type Part = { rows: PrintedRow[]; isLast: boolean }

/** What fits into one part is one document with all a browser gives it; more is joined from several. */
async function print(report: () => PrintedReport, parts: AsyncGenerator<Part>, onProgress: Progress) {
  const whole = await startJoinedPdf({ title: report().title, language: 'pt-BR' })
  let before: PrintedRow | undefined
  let widths: number[] = []
  let done = 0
  for await (const { rows, isLast } of parts) {
    if (!before && isLast) return printed(renderReport(report(), rows))
    if (!before) widths = columnWidths(report().heads, rows)
    await whole.add(await printed(renderReportPart(report(), { rows, before, isLast, widths })))
    before = rows.at(-1)
    done += rows.length
    await onProgress(done)
  }
  return whole.finish(await printed(renderPageNumbers(whole.pages())))
}

function printed(html: string): Promise<Uint8Array> {
  return htmlToPdf(html, { timeoutMs: TIME_LIMIT_MS })
}

/** The rows in words, so many at a time; one more is read ahead to know the last part. */
async function* partsOf(open: OpenSheet, portions: WholeSheet['portions']): AsyncGenerator<Part> {
  let kept: PrintedRow[] = []
  for await (const rows of portions) {
    kept.push(...rows.map((row) => inWords(open, row)))
    while (kept.length > ROWS_A_PART) {
      yield { rows: kept.slice(0, ROWS_A_PART), isLast: false }
      kept = kept.slice(ROWS_A_PART)
    }
  }
  yield { rows: kept, isLast: true }
}

function inWords(open: OpenSheet, row: SheetRow): PrintedRow {
  const { heads, cellsOf } = withoutHeading(open)
  const cells = cellsOf(row).map(({ value }, index) => cellWords(heads[index]?.kind ?? 'text', value))
  return { key: row.key, group: row.group, cells }
}
