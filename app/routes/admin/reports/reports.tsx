import type { LoaderFunctionArgs } from '@remix-run/node'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { reportList } from '#app/routes/admin/reports/report-list.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Relatórios' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return null
}

export default function Reports() {
  return (
    <div className="narrow">
      <PageHeading title="Relatórios" />
      <ul className="report-list">
        {reportList.map(({ href, title, hint }) => (
          <li key={href}>
            <a href={href}>{title}</a>
            <span className="hint">{hint}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
