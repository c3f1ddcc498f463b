import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields, staffListHref } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { jobName } from '#app/mails/job-name.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { paths } from '#app/paths.ts'
import { mailColumns, mailRow } from '#app/routes/admin/system/mail-columns.tsx'
import { mailListQuery } from '#app/routes/admin/system/mail-list.ts'
import { mailStateLabels } from '#app/text/backoffice/mail-state-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'

export const handle: PageHandle = { title: 'E-mails' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const query = mailListQuery(args.request)
  const list = await fromReplica(args, () => listMails(query))
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return {
    query,
    ...list,
    view: await loadListView(viewer, args.request, 'mails'),
    rows: list.rows.map((row) => mailRow(row, jobName)),
  }
}

export default function Mails() {
  const { query, isCut, ...list } = useLoaderData<typeof loader>()
  const base = paths.admin.mails()
  return (
    <StaffList
      {...list}
      title="E-mails"
      hidden={sortHiddenFields(query)}
      lead={isCut ? cutLabels : 'O que a loja enviou nos últimos 180 dias.'}
      base={base}
      search={query.search}
      searchLabel="Endereço, cliente, assunto ou nº do pedido"
      status={{ value: query.status, options: states }}
      exportHref={(format) => staffListHref(paths.admin.mailsFile(format), query, { page: 1 })}
      caption="E-mails enviados, do mais recente ao mais antigo"
      columns={mailColumns}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page, change) => staffListHref(base, query, { page, ...change })}
    />
  )
}

const cutLabels =
  'A busca mostra os e-mails mais novos; pode haver outros mais antigos. Digite mais para achá-los.'

const states = Object.values(mailStateLabels).map(({ code, text }) => ({ value: code, label: text }))
