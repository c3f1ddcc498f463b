import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { iterateFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { makeListResponse } from '#app/http/table-file.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { iterateMails } from '#app/models/backoffice/mail-list.server.ts'
import { mailColumns, toMailRow } from '#app/routes/admin/system/mail-columns.tsx'
import { mailList } from '#app/routes/admin/system/mail-list.server.ts'

/** Sends the log of mails on the screen as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const rows = readNamedRows(iterateMails(mailList.query(args.request)))
  return makeListResponse(
    args,
    { name: `emails-${toCivilDate(new Date())}`, title: 'E-mails', columns: mailColumns },
    iterateFromReplica(args, rows),
  )
}

async function* readNamedRows(rows: ReturnType<typeof iterateMails>) {
  for await (const row of rows) yield toMailRow(row, getJobName)
}
