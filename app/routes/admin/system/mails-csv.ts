import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { csvResponse } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { everyMail } from '#app/models/backoffice/mail-list.server.ts'
import { mailListQuery } from '#app/routes/admin/system/mail-list.ts'
import { mailStateOf } from '#app/routes/admin/system/mail-words.ts'
import { failureLine } from '#app/text/platform/failure-words.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const head = ['Número', 'Data', 'Para', 'Assunto', 'Tipo', 'Situação', 'Motivo', 'Tentativas']

/** The log of mails on screen as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = mailListQuery(args.request)
  return csvResponse(`emails-${civilDateIn(new Date())}.csv`, head, lines(query))
}

async function* lines(query: ReturnType<typeof mailListQuery>) {
  for await (const row of everyMail(query)) {
    const facts = [formatDateTime(row.created_at), row.to_address, row.subject, jobName(row.job)]
    yield [
      row.id,
      ...facts,
      mailStateOf(row.state).text,
      row.error ? failureLine(row.error) : '',
      row.attempts,
    ]
  }
}
