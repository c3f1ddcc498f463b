import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Notice } from '#app/components/notice.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { findPublicationForStaff } from '#app/models/publication-edit.server.ts'
import { listSubscribers, subscribersListed } from '#app/models/subscriber.server.ts'
import { formatDate } from '#app/text/format.ts'
import { specified } from '#app/text/messages.ts'
import { subscriptionForCustomer } from '#app/text/subscription-words.ts'
import { idFrom } from '#app/web/list-params.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

export const handle: PageHandle<Loaded> = { title: ({ name }) => `Clientes de ${name}` }

/** Who subscribes to a publication today (F92). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = idFrom(args.params.id) ?? notFound()
  const { name, version, date } = (await findPublicationForStaff(id)) ?? notFound()
  const today = civilDateIn(new Date())
  const found = await listSubscribers(id, today)
  const rows = found.slice(0, subscribersListed).map((row) => ({
    id: row.id,
    name: (row.is_company && row.company_name) || row.name,
    email: row.email,
    aircraft: [row.prefix, row.serialNumber].filter(Boolean).join(' / ') || '-',
    due: row.due === null ? '-' : formatDate(row.due),
    status: subscriptionForCustomer(row, today).text,
  }))
  return { id, name, version, date: formatDate(date), rows, hasMore: found.length > subscribersListed }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PublicationClients() {
  const { id, name, version, date, rows, hasMore } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Publicação × clientes"
        lead={`${name}, v.${version}, de ${date}. ${rows.length === 1 ? '1 assinatura' : `${rows.length} assinaturas`} em vigor.`}
        back={{ href: paths.admin.publication(id), label: 'Publicação' }}
      />
      {hasMore ? (
        <Notice tone="warn">{`A lista mostra as primeiras ${rows.length} assinaturas.`}</Notice>
      ) : null}
      <DataTable
        caption="Assinaturas em vigor"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: specified.noClients }}
      />
    </>
  )
}

type Row = Loaded['rows'][number]

const columns: Column<Row>[] = [
  { key: 'name', label: 'Cliente', rowHeader: true, render: ({ name }) => name },
  { key: 'email', label: 'E-mail', render: ({ email }) => email },
  { key: 'aircraft', label: 'Prefixo / nº de série', render: ({ aircraft }) => aircraft },
  { key: 'due', label: 'Vence em', align: 'code', render: ({ due }) => due },
  { key: 'status', label: 'Situação', render: ({ status }) => status },
]
