import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LoginWall } from '#app/components/login-wall.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { listPaidPublications } from '#app/models/order.server.ts'
import { formatDate } from '#app/text/format.ts'
import { specified } from '#app/text/messages.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { getViewer } from '#app/web/session.server.ts'

export const handle: PageHandle = { title: 'Gerenciar publicações' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getViewer(args)
  return viewer ? { rows: await listPaidPublications(viewer.profileId) } : null
}

type Row = NonNullable<Awaited<ReturnType<typeof loader>>>['rows'][number]

export default function Manage() {
  const list = useLoaderData<typeof loader>()
  if (!list)
    return <LoginWall title="Gerenciar publicações" loginPath={paths.login({ redirectTo: paths.manage() })} />
  return (
    <>
      <PageHeading title="Gerenciar publicações" lead="O que você comprou e já está pago." />
      <DataTable
        caption="Publicações compradas, da mais nova para a mais antiga"
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        empty={{
          text: specified.noSubscriptions,
          action: { href: paths.publications(), label: 'Ver as publicações' },
        }}
      />
    </>
  )
}

const columns: Column<Row>[] = [
  { key: 'name', label: 'Publicação', rowHeader: true, render: (row) => row.name },
  { key: 'version', label: 'Versão', render: (row) => row.version },
  { key: 'prefix', label: 'Aeronave', align: 'code', render: (row) => row.prefix ?? '-' },
  { key: 'order', label: 'Pedido', align: 'code', render: (row) => `nº ${row.orderId}` },
  { key: 'date', label: 'Data', align: 'code', render: (row) => formatDate(row.date) },
]
