import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { parseReportSlug, paths } from '#app/paths.ts'
import { findSheet } from '#app/reports/sheets.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'
import { makeReportLinks } from '#app/routes/admin/reports/report-links.ts'
import { ReportPage } from '#app/routes/admin/reports/report-page.tsx'
import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'
import { LinkButton } from '#app/ui/button.tsx'

export const handle: PageHandle<{ windowTitle: string; help?: HelpTopic }> = {
  title: ({ windowTitle }) => windowTitle,
  section: 'reports',
  help: (data) => data?.help ?? 'relatorios',
}

/** Loads the report of the address from its declaration (F106, F107, F109–F114). */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const sheet = (await findSheet(parseReportSlug(pathname))) ?? notFound()
  const page = sheet.page ?? notFound()
  const readPlace = page.place ?? (() => ({ base: paths.admin.report(sheet.slug) }))
  const place = readPlace(args.params, searchParams) ?? notFound()
  if ('redirectTo' in place) throw redirect(place.redirectTo)
  const allowedActs = await Promise.all(
    (page.acts ?? []).map(async ({ canAct, ...act }) => ((await canAct?.(userId)) === false ? [] : [act])),
  )
  return loadReport(args, sheet, { page: { ...page, acts: allowedActs.flat() }, ...place })
}

export default function Report() {
  const { acts, ...report } = useLoaderData<typeof loader>()
  return (
    <ReportPage
      {...report}
      {...makeReportLinks(report)}
      acts={acts?.map(({ href, label }) => (
        <LinkButton key={href} href={href}>
          {label}
        </LinkButton>
      ))}
    />
  )
}
