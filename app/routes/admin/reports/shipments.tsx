import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { expeditionListSheet } from '#app/reports/expedition-list.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Expedições' }

/** What went out within a period, of all clients or of one (F110). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, expeditionListSheet, { base: paths.admin.report('expedition_list') })
}

export default function ExpeditionList() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form' }} />
}
