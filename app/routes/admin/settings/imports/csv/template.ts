import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { makeDownloadResponse } from '#app/http/table-file.server.ts'
import { formatCsv } from '#app/reports/csv.server.ts'
import { requireCsvKind } from '#app/routes/admin/settings/imports/csv/csv-kind.server.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'

/** Sends a CSV with the columns and two fictitious records. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const kind = requireCsvKind(args.params.kind)
  const headings = csvColumns[kind].map(({ heading }) => heading)
  return makeDownloadResponse(`modelo-${kind}.csv`, 'csv', formatCsv(headings, listExamples(kind)))
}

async function* listExamples(kind: keyof typeof csvColumns): AsyncGenerator<string[]> {
  for (const exampleIndex of [0, 1] as const)
    yield csvColumns[kind].map(({ examples }) => examples[exampleIndex])
}
