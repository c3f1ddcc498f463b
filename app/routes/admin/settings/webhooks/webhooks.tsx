import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { listEndpoints } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import { formatWebhookEventNames } from '#app/text/settings/webhook-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Webhooks', section: 'settings', help: 'integracoes' }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return { rows: await listEndpoints() }
}

export default function Webhooks() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead="Outros sistemas da empresa que são avisados do que acontece na loja."
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      >
        <LinkButton href={paths.admin.webhook(0)} variant="main">
          Novo webhook
        </LinkButton>
      </PageHeading>
      <DataTable
        caption="Sistemas avisados"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum sistema é avisado.' }}
      />
    </>
  )
}

type Row = Awaited<ReturnType<typeof listEndpoints>>[number]

const columns: readonly Column<Row>[] = [
  {
    key: 'description',
    label: 'Descrição',
    rowHeader: true,
    render: (row) => <a href={paths.admin.webhook(row.id)}>{row.description}</a>,
  },
  { key: 'address', label: 'Endereço', render: (row) => row.address },
  { key: 'events', label: 'Eventos', render: (row) => formatWebhookEventNames(row.events) },
  {
    key: 'state',
    label: 'Situação',
    render: (row) => (
      <StatusTag tone={row.isActive ? 'good' : 'warn'}>{row.isActive ? 'Ativo' : 'Em pausa'}</StatusTag>
    ),
  },
  // Status 3 selects the deliveries that the shop has given up.
  {
    key: 'given-up',
    label: 'Não entregues',
    align: 'num',
    render: (row) => <a href={`${paths.admin.webhookDeliveries(row.id)}?status=3`}>{row.givenUp}</a>,
  },
]
