import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { requestReport } from '#app/models/report-file.server.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import { redirectToFile } from '#app/web/prepared-file.server.ts'
import { reportFile, reportFormats } from '#app/web/report.server.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

/** A whole report, exactly as filtered on the screen, as CSV or XLSX. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const sheet = findSheet(args.params.report) ?? notFound()
  const format = reportFormats.find((each) => each === args.params.format) ?? notFound()
  return (await reportFile(args, sheet, format)) ?? notFound()
}

/** Asks for it as a PDF, which a job makes. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const sheet = findSheet(args.params.report) ?? notFound()
  if (args.params.format !== 'pdf') return notFound()
  const { search, searchParams } = new URL(args.request.url)
  const { sheet: open } = await sheet.open(searchParams, civilDateIn(new Date()))
  if (!open) return notFound()
  const fileName = `${open.fileName}.pdf`
  return redirectToFile(await requestReport({ userId, slug: sheet.slug, query: search, fileName }), userId)
}
