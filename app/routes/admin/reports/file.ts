import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { requestReport } from '#app/models/platform/report-file.server.ts'
import { getScreenReader } from '#app/models/reports/report-db.server.ts'
import { getSafeAdminRedirect, paths } from '#app/paths.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import {
  countReportRows,
  reportFormats,
  streamedFormats,
  streamReportFile,
} from '#app/routes/admin/reports/report.server.ts'
import { formatTooLongForPaper } from '#app/text/reports/report-labels.ts'

/** Streams a complete report with the screen's filter as CSV, XLSX or JSON. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const sheet = (await findSheet(args.params.report)) ?? notFound()
  const format = streamedFormats.find((name) => name === args.params.format) ?? notFound()
  const response = (await streamReportFile(args, sheet, format)) ?? notFound()
  if (response.ok) await recordExport(args, { userId }, sheet.slug)
  return response
}

/** Requests the file; the worker creates it. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const sheet = (await findSheet(args.params.report)) ?? notFound()
  const format = reportFormats.find((name) => name === args.params.format) ?? notFound()
  const { search, searchParams } = new URL(args.request.url)
  const { sheet: openSheet } = await sheet.open(searchParams, toCivilDate(new Date()), getScreenReader())
  if (!openSheet) return notFound()
  const back = getSafeAdminRedirect((await readForm(args.request)).get('return_to'), paths.admin.reports())
  if (format === 'pdf' && (await countReportRows(openSheet)) > maxRowsOnPaper)
    return redirectWithFlash(back, { tone: 'warn', text: formatTooLongForPaper(maxRowsOnPaper) })
  const fileName = `${openSheet.fileName}.${format}`
  await recordExport(args, { userId }, sheet.slug)
  const fileRequest = { userId, slug: sheet.slug, query: search, format, fileName, back }
  return redirectToFile(await requestReport(fileRequest), userId)
}
