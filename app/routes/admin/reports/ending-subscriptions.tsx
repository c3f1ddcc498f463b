import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { expiredSignaturesSheet } from '#app/reports/expired-signatures.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Assinaturas vencidas' }

/** What ends within a period and is not renewed (F111). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, expiredSignaturesSheet, { base: paths.admin.report('expired_signatures') })
}

export default function ExpiredSignatures() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form' }} />
}
