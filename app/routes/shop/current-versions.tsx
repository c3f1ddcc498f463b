import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button } from '#app/components/button.tsx'
import { NearMisses } from '#app/components/near-misses.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { SearchBar } from '#app/components/search-bar.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { listCurrentVersions } from '#app/models/publication.server.ts'
import { findStatusFile } from '#app/models/setting.server.ts'
import { requestStatusList } from '#app/models/status-file.server.ts'
import { formatDate } from '#app/text/format.ts'
import { specified } from '#app/text/messages.ts'
import { listParams } from '#app/web/list-params.ts'
import { nearMissesOf } from '#app/web/near-misses.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { redirectToFile } from '#app/web/prepared-file.server.ts'

export const handle: PageHandle = {
  title: 'Status das publicações',
  description: 'A versão em vigor de cada publicação e a data da última atualização.',
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader({ request }: LoaderFunctionArgs) {
  const { search } = listParams(request)
  const [rows, uploaded] = await Promise.all([listCurrentVersions(search), findStatusFile()])
  const near = await nearMissesOf({ search, count: rows.length })
  return { rows, search, near, uploaded: uploaded && { name: uploaded.name, on: uploaded.uploadedOn } }
}

/** Asks for the list as a PDF; the same list on one day is made once, whoever asks. */
export async function action() {
  return redirectToFile(await requestStatusList(civilDateIn(new Date())), null)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function CurrentVersions() {
  const { rows, search, near, uploaded } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Status das publicações" lead="A versão em vigor de cada publicação.">
        <form method="post" action={paths.currentVersions()} className="no-print">
          <Button icon="print">Lista em PDF</Button>
        </form>
      </PageHeading>
      {uploaded ? (
        <p>
          Arquivo de status: <a href={paths.statusFile(uploaded.name)}>{uploaded.name}</a>{' '}
          <span className="hint">de {formatDate(uploaded.on)}</span>
        </p>
      ) : null}
      <SearchBar
        label="Buscar por nome ou aplicabilidade"
        defaultValue={search}
        action={paths.currentVersions()}
        aside={<p className="hint">{rows.length === 1 ? '1 publicação' : `${rows.length} publicações`}</p>}
      />
      <DataTable
        caption="Versões em vigor, por nome"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{
          text: specified.noPublications,
          action: { href: paths.home(), label: 'Ir para o início' },
          clear: search === '' ? undefined : paths.currentVersions(),
          children: (
            <NearMisses searches={near} hrefFor={(meant) => paths.currentVersions({ search: meant })} />
          ),
        }}
      />
    </>
  )
}

const columns: Column<Loaded['rows'][number]>[] = [
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
