import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { publicationPricesSheet } from '#app/reports/publication-prices.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Preços das publicações' }

/** What the publications cost (F107), and the way to change all of it (F108). */
export function loader(args: LoaderFunctionArgs) {
  return loadReport(args, publicationPricesSheet, { base: paths.admin.report('publication_price') })
}

export default function PublicationPrices() {
  const report = useLoaderData<typeof loader>()
  return (
    <ReportPage
      {...report}
      {...reportLinks(report)}
      asks={{ as: 'form' }}
      acts={<LinkButton href={paths.admin.priceChange()}>Reajustar preços</LinkButton>}
    />
  )
}
