import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { csvResponse } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { type HistoryFilter, searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { entityName } from '#app/routes/admin/system/entity-words.ts'
import { historyQuery } from '#app/routes/admin/system/history-search.ts'
import { changeWords, factWords } from '#app/text/backoffice/history-fields.ts'
import { actionName } from '#app/text/backoffice/history-words.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const head = ['Quando', 'Registro', 'Ação', 'Quem', 'O que mudou']

/** The search on screen as a file, to its very end. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { before: _, ...filter } = historyQuery(args.request)
  return csvResponse(`historico-${civilDateIn(new Date())}.csv`, head, lines(filter))
}

async function* lines(filter: HistoryFilter) {
  for (let before: number | undefined; ; ) {
    const { rows, next } = await searchHistory(filter, before, 500)
    for (const row of rows) {
      const what = [formatDateTime(row.at), entityName(row.entity, row.pageId), actionName(row.action)]
      yield [...what, row.actor ?? 'sistema', changedIn(row)]
    }
    if (next === null) return
    before = next
  }
}

type Row = Awaited<ReturnType<typeof searchHistory>>['rows'][number]

function changedIn(row: Row): string {
  const changes = row.changes.map((change) => changeWords(row, change))
  const facts = row.facts.map((fact) => factWords(row, fact, jobName))
  return [
    ...changes.map(({ label, from, to }) => `${label}: ${from ?? ''} → ${to ?? ''}`),
    ...facts.map(({ label, value }) => `${label}: ${value ?? ''}`),
  ].join('; ')
}
