import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listFile } from '#app/http/table-file.server.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { allMails } from '#app/models/backoffice/mail-list.server.ts'
import { mailColumns, mailRow } from '#app/routes/admin/system/mail-columns.tsx'
import { mailList } from '#app/routes/admin/system/mail-list.server.ts'

/** Sends the log of mails on the screen as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const rows = readNamedRows(allMails(mailList.query(args.request)))
  return listFile(
    args,
    { name: `emails-${civilDateIn(new Date())}`, title: 'E-mails', columns: mailColumns },
    eachFromReplica(args, rows),
  )
}

async function* readNamedRows(rows: ReturnType<typeof allMails>) {
  for await (const row of rows) yield mailRow(row, jobName)
}
