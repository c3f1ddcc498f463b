import { paths } from '#app/web/paths.ts'

type Texts = Readonly<Record<string, string>>
type Shown = { slug: string; query: Texts; pathParams: Texts }

/** The files of a report with the filter that is on the screen, and the way back. */
export function reportLinks({ slug, query, pathParams }: Shown) {
  const file = (format: 'csv' | 'xlsx' | 'pdf') =>
    paths.admin.reportFile(slug, format, { ...pathParams, ...query })
  return {
    files: { csv: file('csv'), xlsx: file('xlsx'), pdf: file('pdf') },
    back: { href: paths.admin.reports(), label: 'Relatórios' },
  }
}
