import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listFile } from '#app/http/table-file.server.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { type HistoryFilter, searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { historyColumns, historyRow } from '#app/routes/admin/system/history-columns.tsx'
import { historyQuery } from '#app/routes/admin/system/history-search.ts'

/** Sends all results of the search on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { before: _, ...filter } = historyQuery(args.request)
  return listFile(
    args,
    { name: `historico-${civilDateIn(new Date())}`, title: 'Histórico', columns: historyColumns },
    eachFromReplica(args, readAllRows(filter)),
  )
}

async function* readAllRows(filter: HistoryFilter) {
  for (let before: number | undefined; ; ) {
    const { rows, next } = await searchHistory(filter, before, 500)
    yield* rows.map((row) => historyRow(row, jobName))
    if (next === null) return
    before = next
  }
}
