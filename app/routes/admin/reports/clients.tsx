import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { clientsSheet } from '#app/reports/clients.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

const CARDS_PER_PAGE = 20

export const handle: PageHandle = { title: 'Relatório de clientes' }

/** Who bought in a period, a card for each client (F113). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, clientsSheet, { base: paths.admin.report('client'), perPage: CARDS_PER_PAGE })
}

export default function Clients() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form' }} cards />
}
