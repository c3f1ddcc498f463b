import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { makeListResponse } from '#app/http/table-file.server.ts'
import {
  listSecurityEvents,
  type SecurityFilter,
} from '#app/models/accounts/security/security-list.server.ts'
import { securityColumns, toSecurityRow } from '#app/routes/admin/settings/security/security-columns.tsx'
import { parseSecurityQuery } from '#app/routes/admin/settings/security/security-query.ts'

const ROWS_AT_ONCE = 500

/** Sends all events of the filter on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const { before: _, ...filter } = parseSecurityQuery(args.request)
  return makeListResponse(
    args,
    { name: `seguranca-${toCivilDate(new Date())}`, title: 'Segurança', columns: securityColumns },
    readAllRows(filter),
  )
}

async function* readAllRows(filter: SecurityFilter) {
  for (let before: number | undefined; ; ) {
    const { rows, next } = await listSecurityEvents(filter, before, ROWS_AT_ONCE)
    yield* rows.map(toSecurityRow)
    if (next === null) return
    before = next
  }
}
