import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { paidOrdersSheet } from '#app/reports/paid-orders.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Pedidos pagos' }

/** What came in within a period (F109). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, paidOrdersSheet, { base: paths.admin.report('paid_orders') })
}

export default function PaidOrders() {
  const report = useLoaderData<typeof loader>()
  return (
    <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'modal', label: 'Escolher o período' }} />
  )
}
