import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { productsSheet } from '#app/reports/products.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Relatório de produtos' }

/** What was sold in a period, by publication and revision (F114). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, productsSheet, { base: paths.admin.report('product') })
}

export default function Products() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form' }} />
}
