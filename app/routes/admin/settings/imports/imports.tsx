import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { listImports } from '#app/models/backoffice/import/imports.server.ts'
import { paths } from '#app/paths.ts'
import { importLabels, importStates } from '#app/text/backoffice/import-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: importLabels.title }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return { rows: await listImports() }
}

export default function Imports() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title={importLabels.title}
        lead={importLabels.lead}
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      />
      <DataTable
        caption="Importações, da mais recente à mais antiga"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: importLabels.none }}
      />
    </>
  )
}

type Row = Awaited<ReturnType<typeof listImports>>[number]

const columns: readonly Column<Row>[] = [
  {
    key: 'source',
    label: 'Origem',
    rowHeader: true,
    render: (row) => <a href={paths.admin.import(row.id)}>{row.source}</a>,
  },
  { key: 'state', label: 'Situação', render: (row) => importStates[row.state] },
  { key: 'begun', label: 'Começo', align: 'code', render: (row) => formatDateTime(row.created_at) },
  {
    key: 'done',
    label: 'Conclusão',
    align: 'code',
    render: (row) => (row.applied_at ? formatDateTime(row.applied_at) : '-'),
  },
]
