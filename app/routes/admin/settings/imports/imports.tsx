import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { csvKinds } from '#app/domain/backoffice/import-kind.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { listImports } from '#app/models/backoffice/import/imports.server.ts'
import { paths } from '#app/paths.ts'
import { csvImportLabels, csvImportTitles } from '#app/text/backoffice/csv-import-labels.ts'
import { importContents, importLabels, importStates } from '#app/text/backoffice/import-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: importLabels.title, section: 'settings', help: 'integracoes' }

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  return { rows: await listImports(userId) }
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
      <section className="section" aria-labelledby="csv">
        <h2 id="csv">{csvImportLabels.act}</h2>
        <ul className="link-list">
          {csvKinds.map((kind) => (
            <li key={kind}>
              <a href={paths.admin.csvUpload(kind)}>{csvImportTitles[kind]}</a>
            </li>
          ))}
        </ul>
      </section>
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
  { key: 'content', label: 'Conteúdo', render: (row) => importContents[row.content] },
  { key: 'state', label: 'Situação', render: (row) => importStates[row.state] },
  { key: 'begun', label: 'Começo', align: 'code', render: (row) => formatDateTime(row.created_at) },
  {
    key: 'done',
    label: 'Conclusão',
    align: 'code',
    render: (row) => (row.applied_at ? formatDateTime(row.applied_at) : '-'),
  },
]
