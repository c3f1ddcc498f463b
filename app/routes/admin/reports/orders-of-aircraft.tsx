import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { markStart } from '#app/domain/accounts/aircraft.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { ordersByPrefixSheet } from '#app/reports/orders-by-prefix.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { reportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/ui/report-page.tsx'

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
