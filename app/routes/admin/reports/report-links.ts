import { paths } from '#app/paths.ts'

type Texts = Readonly<Record<string, string>>
type ReportAddress = { slug: string; query: Texts; pathParams: Texts; offersJson: boolean }

/** Returns a report's address with these parameters. `publication` and `prefix` become part of the path. */
export function makeReportPath(slug: string, params: URLSearchParams, extraParams: Texts): string {
  const { prefix, publication, ...query } = { ...Object.fromEntries(params), ...extraParams }
  if (publication !== undefined)
    return `${paths.admin.publicationClients(Number(publication))}?${new URLSearchParams(query)}`
  if (prefix !== undefined) return `${paths.admin.orderPrefix(prefix)}?${new URLSearchParams(query)}`
  return paths.admin.report(slug, query)
}

/** Returns the addresses of the report's files with the screen's filter, and the way back. */
export function makeReportLinks({ slug, query, pathParams, offersJson }: ReportAddress) {
  const formatFileHref = (format: 'csv' | 'xlsx' | 'pdf' | 'json') =>
    paths.admin.reportFile(slug, format, { ...pathParams, ...query })
  return {
    files: {
      csv: formatFileHref('csv'),
      xlsx: formatFileHref('xlsx'),
      pdf: formatFileHref('pdf'),
      ...(offersJson ? { json: formatFileHref('json') } : {}),
    },
    back: { href: paths.admin.reports(), label: 'Relatórios' },
  }
}
