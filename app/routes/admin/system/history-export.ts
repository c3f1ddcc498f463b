import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { iterateFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { makeListResponse } from '#app/http/table-file.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { type HistoryFilter, searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { historyColumns, toHistoryRow } from '#app/routes/admin/system/history-columns.tsx'
import { parseHistoryQuery } from '#app/routes/admin/system/history-search.ts'

const ROWS_AT_ONCE = 500

/** Sends all results of the search on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { before: _, ...filter } = parseHistoryQuery(args.request)
  return makeListResponse(
    args,
    { name: `historico-${toCivilDate(new Date())}`, title: 'Histórico', columns: historyColumns },
    iterateFromReplica(args, readAllRows(filter)),
  )
}

async function* readAllRows(filter: HistoryFilter) {
  for (let before: number | undefined; ; ) {
    const { rows, next } = await searchHistory(filter, before, ROWS_AT_ONCE)
    yield* rows.map((row) => toHistoryRow(row, getJobName))
    if (next === null) return
    before = next
  }
}
