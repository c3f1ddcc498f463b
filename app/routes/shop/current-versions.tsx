import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { listCurrentVersions } from '#app/models/catalogue/publication.server.ts'
import { requestStatusList } from '#app/models/catalogue/status-file.server.ts'
import { cachedStatusFile } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'
import { SimilarSearches } from '#app/ui/similar-searches.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<Loaded> = {
  title: 'Status das publicações',
  list: ({ search }) => ({ search }),
  canonical: paths.currentVersions(),
  description: 'A versão em vigor de cada publicação e a data da última atualização.',
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export async function loader({ request }: LoaderFunctionArgs) {
  const { search } = parseListParams(request)
  const [rows, statusFile] = await Promise.all([listCurrentVersions(search), cachedStatusFile()])
  const similarSearches = await listSimilarSearches({ search, count: rows.length })
  return {
    rows,
    search,
    similarSearches,
    statusFile: statusFile && { name: statusFile.name, uploadedOn: statusFile.uploadedOn },
  }
}

/** Requests the list as a PDF; equal lists on a day share one file. */
export async function action() {
  return redirectToFile(await requestStatusList(toCivilDate(new Date())), null)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function CurrentVersions() {
  const { rows, search, similarSearches, statusFile } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Status das publicações" lead="A versão em vigor de cada publicação.">
        <form method="post" action={paths.currentVersions()} className="no-print">
          <Button icon="print">Lista em PDF</Button>
        </form>
      </PageHeading>
      {statusFile ? (
        <p>
          Arquivo de status: <a href={paths.statusFile(statusFile.name)}>{statusFile.name}</a>{' '}
          <span className="hint">de {formatDate(statusFile.uploadedOn)}</span>
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
        layout="compact"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{
          text: specTexts.noResults,
          action: { href: paths.home(), label: 'Ir para o início' },
          clearHref: search === '' ? undefined : paths.currentVersions(),
          children: (
            <SimilarSearches
              searches={similarSearches}
              hrefFor={(similarSearch) => paths.currentVersions({ search: similarSearch })}
            />
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
    render: (row) => (
      <a href={paths.publication(row.id)}>
        <Unbroken text={row.name} />
      </a>
    ),
  },
  { key: 'applicability', label: 'Aplicabilidade', render: (row) => <Unbroken text={row.applicability} /> },
  { key: 'version', label: 'Versão', align: 'code', render: (row) => row.version },
  { key: 'date', label: 'Atualização', align: 'code', render: (row) => formatDate(row.date) },
]
