import { useLoaderData } from '@remix-run/react'
import { PageHeading } from '#app/components/page-heading.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { listCurrentVersions } from '#app/models/publication.server.ts'
import { formatDate } from '#app/text/format.ts'
import { specified } from '#app/text/messages.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'

export const handle: PageHandle = {
  title: 'Status das publicações',
  description: 'A versão em vigor de cada publicação e a data da última atualização.',
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader() {
  return { rows: await listCurrentVersions() }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function CurrentVersions() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Status das publicações" lead="A versão em vigor de cada publicação." />
      <DataTable
        caption="Versões em vigor, por nome"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: specified.noPublications, action: { href: paths.home(), label: 'Ir para o início' } }}
      />
    </>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: (row) => <a href={paths.publication(row.id)}>{row.name}</a>,
  },
  { key: 'applicability', label: 'Aplicabilidade', render: (row) => row.applicability },
  { key: 'version', label: 'Versão', align: 'code', render: (row) => row.version },
  { key: 'date', label: 'Atualização', align: 'code', render: (row) => formatDate(row.date) },
]
