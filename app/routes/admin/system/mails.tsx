import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { staffListHref } from '#app/http/staff-list.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { paths } from '#app/paths.ts'
import { mailListQuery } from '#app/routes/admin/system/mail-list.ts'
import { MailStateTag } from '#app/routes/admin/system/mail-state-tag.tsx'
import { mailStateWords } from '#app/routes/admin/system/mail-words.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Failure } from '#app/ui/failure.tsx'
import { StaffList } from '#app/ui/staff-list.tsx'
import type { Column } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'E-mails' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = mailListQuery(args.request)
  const { rows, ...counts } = await listMails(query)
  redirectPastEnd(args.request, { page: query.page, pages: counts.pages })
  const rowOf = (row: (typeof rows)[number]) => ({
    ...row,
    at: formatDateTime(row.created_at),
    type: jobName(row.job),
  })
  return { query, ...counts, rows: rows.map(rowOf) }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function Mails() {
  const { query, rows, count, pages, isCut } = useLoaderData<typeof loader>()
  const base = paths.admin.mails()
  return (
    <StaffList
      title="E-mails"
      lead={isCut ? cutWords : 'O que a loja enviou nos últimos 180 dias.'}
      base={base}
      search={query.search}
      searchLabel="Endereço, cliente, assunto ou nº do pedido"
      status={{ value: query.status, options: states }}
      exportHref={staffListHref(paths.admin.mailsFile(), query, { page: 1 })}
      caption="E-mails enviados, do mais recente ao mais antigo"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      page={query.page}
      pages={pages}
      count={count}
      hrefFor={(page) => staffListHref(base, query, { page })}
    />
  )
}

const cutWords =
  'A busca mostra os e-mails mais novos; pode haver outros mais antigos. Digite mais para achá-los.'

const states = Object.values(mailStateWords).map(({ code, text }) => ({ value: code, label: text }))

const columns: Column<Pick<Row, keyof Row>>[] = [
  { key: 'at', label: 'Data', align: 'code', render: (row) => row.at },
  { key: 'to', label: 'Para', render: (row) => row.to_address },
  { key: 'subject', label: 'Assunto', rowHeader: true, render: (row) => row.subject },
  { key: 'type', label: 'Tipo', render: (row) => row.type },
  {
    key: 'state',
    label: 'Situação',
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
  { key: 'attempts', label: 'Tentativas', align: 'num', render: (row) => row.attempts },
  {
    key: 'resend',
    label: 'Ações',
    align: 'actions',
    render: (row) => (
      <a href={paths.admin.mailResend(row.id)}>
        Reenviar<span className="visually-hidden">{` ${row.subject}`}</span>
      </a>
    ),
  },
]
