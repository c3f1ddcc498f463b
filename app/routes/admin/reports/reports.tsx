import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { loadSheets } from '#app/reports/sheets.server.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Relatórios', section: 'reports', help: 'relatorios' }

/** Lists the reports; those about one publication open from its page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const today = toCivilDate(new Date())
  const sheets = await loadSheets()
  return sheets.flatMap(({ slug, title, page }) =>
    page
      ? [
          {
            href: page.entry ?? paths.admin.report(slug),
            title,
            hint: page.hint,
            steps: page.listSteps?.(today) ?? [],
          },
        ]
      : [],
  )
}

export default function Reports() {
  const reports = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Relatórios" />
      <ul className="report-list">
        {reports.map(({ href, title, hint, steps }) => (
          <li key={href}>
            <a href={href}>{title}</a>
            {steps.map((step) => (
              <a key={step.href} href={step.href}>
                {step.label}
              </a>
            ))}
            <span className="hint">{hint}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
