import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { loadSoldLines } from '#app/routes/admin/reports/sold-lines.server.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

export const handle: PageHandle = { title: 'Assinaturas' }

/** First subscriptions sold in a period (F112). */
export function loader(args: LoaderFunctionArgs) {
  return loadSoldLines(args, 'subscription')
}

export default function SoldSubscriptions() {
  const report = useLoaderData<typeof loader>()
  return <ReportPage {...report} {...reportLinks(report)} asks={{ as: 'form', atOnce: true }} />
}
