import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mailLogDays } from '#app/domain/accounts/data-retention.ts'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { paths } from '#app/paths.ts'
import { mailColumns, toMailRow } from '#app/routes/admin/system/mail-columns.tsx'
import { mailList } from '#app/routes/admin/system/mail-list.server.ts'
import { mailStateLabels } from '#app/text/backoffice/mail-state-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'

export const handle: PageHandle = { title: 'E-mails', section: 'settings', help: 'emails' }

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadStaffList(args, mailList)
  return { ...list, rows: list.rows.map((row) => toMailRow(row, getJobName)) }
}

export default function Mails() {
  const { query, isCut, ...list } = useLoaderData<typeof loader>()
  return (
    <StaffList
      {...list}
      {...makeStaffListLinks(paths.admin.mails(), paths.admin.mailsFile, query)}
      title="E-mails"
      lead={isCut ? partialListLead : `O que a loja enviou nos últimos ${mailLogDays} dias.`}
      searchLabel="Endereço, cliente, assunto ou nº do pedido"
      status={{ value: query.status, options: stateOptions }}
      caption="E-mails enviados, do mais recente ao mais antigo"
      columns={mailColumns}
      rowKey={(row) => row.id}
    />
  )
}

const partialListLead =
  'A busca mostra os e-mails mais novos; pode haver outros mais antigos. Digite mais para achá-los.'

const stateOptions = Object.values(mailStateLabels).map(({ code, text }) => ({ value: code, label: text }))
