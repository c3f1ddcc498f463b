import { renderReport } from '#app/documents/report.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { htmlToPdf } from '#app/gateways/pdf.server.ts'
import { mailSender } from '#app/jobs/hand-over.server.ts'
import { JobRefused } from '#app/jobs/job.ts'
import type { FileMaker } from '#app/jobs/prepare-file.server.ts'
import type { SheetRow } from '#app/reports/sheet.server.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import { formatDateTime } from '#app/text/format.ts'
import { cellWords, columnAlign } from '#app/text/report-words.ts'

const TIME_LIMIT_MS = 120_000

/** A report as a PDF, read by the same model as the screen. */
export const makeReport: FileMaker = async ({ facts }, onProgress) => {
  const now = new Date()
  const sheet = findSheet(String(facts.slug))
  const asked = await sheet?.open(new URLSearchParams(String(facts.query)), civilDateIn(now))
  const open = asked?.sheet
  if (!sheet || !open) throw new JobRefused('no such report')
  const { count, lines } = await open.totals()
  const rows: SheetRow[] = []
  for await (const portion of open.portions()) {
    rows.push(...portion)
    await onProgress(rows.length, count)
  }
  const html = renderReport({
    seller: await mailSender(),
    title: sheet.title,
    lead: open.lead,
    empty: open.empty,
    asOf: `Lido em ${formatDateTime(now)}, horário de Brasília.`,
    heads: open.heads.map(({ key, label, kind }) => ({ key, label, align: columnAlign(kind) })),
    rows: rows.map(({ key, cells }) => ({
      key,
      cells: cells.map(({ value }, index) => cellWords(open.heads[index]?.kind ?? 'text', value)),
    })),
    totals: lines.map(({ label, kind, value }) => ({ label, value: cellWords(kind, value) })),
  })
  return htmlToPdf(html, { timeoutMs: TIME_LIMIT_MS })
}
