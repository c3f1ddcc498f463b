import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReportPage } from '#app/components/report-page.tsx'
import { expeditionListSheet } from '#app/reports/expedition-list.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { loadReport } from '#app/web/report.server.ts'
import { reportLinks } from '#app/web/report-links.ts'

export const handle: PageHandle = { title: 'Expedições' }

/** What went out within a period, of all clients or of one (F110). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, expeditionListSheet, { base: paths.admin.report('expedition_list') })
}

export default function ExpeditionList() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form' }} />
}
