import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { sheets } from '#app/reports/sheets.server.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Relatórios', section: 'reports', help: 'relatorios' }

/** Lists the reports; those about one publication open from its page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return sheets.flatMap(({ slug, title, page }) =>
    page ? [{ href: page.entry ?? paths.admin.report(slug), title, hint: page.hint }] : [],
  )
}

export default function Reports() {
  const reports = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading title="Relatórios" />
      <ul className="report-list">
        {reports.map(({ href, title, hint }) => (
          <li key={href}>
            <a href={href}>{title}</a>
            <span className="hint">{hint}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
