import type { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { paths } from '#app/paths.ts'
import { MailStateTag } from '#app/routes/admin/system/mail-state-tag.tsx'
import { describeMailState } from '#app/text/backoffice/mail-state-labels.ts'
import { formatFailureLine } from '#app/text/platform/failure-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { Failure } from '#app/ui/failure.tsx'

type MailEntry = Awaited<ReturnType<typeof listMails>>['rows'][number]

/** Returns a row of the log with the name of the mail's kind. `formatJobName` exists only on the server. */
export function toMailRow<R extends MailEntry>(row: R, formatJobName: (job: string) => string) {
  return { ...row, type: formatJobName(row.job) }
}

type Row = MailEntry & { type: string }

/** Columns of the log of mails, for page and file. */
export const mailColumns: readonly ListColumn<Row>[] = [
  { key: 'id', label: columnNames.id, kind: 'number', inFileOnly: true, value: (row) => row.id },
  { key: 'at', label: columnNames.date, kind: 'instant', align: 'code', value: (row) => row.created_at },
  { key: 'to', label: columnNames.recipient, value: (row) => row.to_address },
  { key: 'subject', label: columnNames.subject, rowHeader: true, value: (row) => row.subject },
  { key: 'job', label: columnNames.mailKind, value: (row) => row.type },
  {
    key: 'state',
    label: columnNames.status,
    value: (row) => describeMailState(row.state).text,
    render: (row) => (
      <>
        <MailStateTag state={row.state} />
        {row.error ? (
          <div>
            <Failure reason={row.error} />
          </div>
        ) : null}
      </>
    ),
  },
  {
    key: 'reason',
    label: columnNames.reason,
    inFileOnly: true,
    value: (row) => (row.error ? formatFailureLine(row.error) : null),
  },
  { key: 'attempts', label: columnNames.attempts, kind: 'count', align: 'num', value: (row) => row.attempts },
  {
    key: 'resend',
    label: 'Ações',
    align: 'actions',
    render: (row) => (
      <a href={paths.admin.mailResend(row.id)}>
        Reenviar
        <span className="visually-hidden">{` nº ${row.id}: ${row.subject} para ${row.to_address}`}</span>
      </a>
    ),
  },
]
