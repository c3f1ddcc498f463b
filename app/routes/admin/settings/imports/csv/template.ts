import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { downloadAnswer } from '#app/http/table-file.server.ts'
import { csvStream } from '#app/reports/csv.server.ts'
import { csvKindIn } from '#app/routes/admin/settings/imports/csv/csv-kind.server.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'

/** Sends a CSV with the columns and two fictitious records. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const kind = csvKindIn(args.params.kind)
  const head = csvColumns[kind].map(({ heading }) => heading)
  return downloadAnswer(`modelo-${kind}.csv`, 'csv', csvStream(head, listExamples(kind)))
}

async function* listExamples(kind: keyof typeof csvColumns): AsyncGenerator<string[]> {
  for (const record of [0, 1] as const) yield csvColumns[kind].map(({ examples }) => examples[record])
}
