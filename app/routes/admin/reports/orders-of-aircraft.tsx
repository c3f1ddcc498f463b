import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReportPage } from '#app/components/report-page.tsx'
import { markStart } from '#app/domain/aircraft.ts'
import { ordersByPrefixSheet } from '#app/reports/orders-by-prefix.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { requireStaff } from '#app/web/staff.server.ts'

export const handle: PageHandle = { title: 'Pedidos por prefixo' }

/** What was ordered for an aircraft (F106); without a prefix, or with the text null, the page asks for one (D44). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const typed = new URL(args.request.url).searchParams.get('prefix')
  const asked = typed ?? args.params.prefix ?? ''
  const known = ['', 'null'].includes(asked.trim()) ? 'null' : markStart(asked)?.start
  if (typed !== null && known) throw redirect(paths.admin.orderPrefix(known))
  const prefix = known ?? asked
  return loadReport(args, ordersByPrefixSheet, { base: paths.admin.orderPrefix(prefix), params: { prefix } })
}

export default function OrdersByPrefix() {
  const report = useLoaderData<typeof loader>()
  return (
    <ReportPage
      {...report}
      {...reportLinks(report)}
      asks={{ as: 'modal', label: 'Escolher o prefixo' }}
      invitation="Selecione um prefixo para ver os pedidos da aeronave."
    />
  )
}
