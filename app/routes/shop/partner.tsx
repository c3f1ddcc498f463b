import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectToFile } from '#app/http/prepared-file.server.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { rejectRole } from '#app/http/staff.server.ts'
import { listPartnerDownloads, requestPartnerCopy } from '#app/models/subscriptions/download.server.ts'
import { paths } from '#app/paths.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'
import { SimilarSearches } from '#app/ui/similar-searches.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export const handle: PageHandle<{ search: string }> = {
  title: 'Parceiros',
  list: ({ search }) => ({ search }),
}

/** Loads all publications on sale, for partners only (F69, D53). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  if (!viewer.isPartner) return rejectRole(args, viewer)
  const { search } = parseListParams(args.request)
  const rows = await listPartnerDownloads(search)
  return { rows, search, similarSearches: await listSimilarSearches({ search, count: rows.length }) }
}

/** Requests a copy for the partner and redirects to it. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  if (!viewer.isPartner) return rejectRole(args, viewer)
  const id = parseId((await readForm(args.request)).get('publication')) ?? notFound()
  const fileId = (await requestPartnerCopy(id, viewer, toCivilDate(new Date()))) ?? notFound()
  return redirectToFile(fileId, viewer.userId)
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function Partner() {
  const { rows, search, similarSearches } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Parceiros"
        lead="Todas as publicações à venda. Cada cópia leva o seu nome e fica registrada."
      />
      <SearchBar
        label="Buscar por nome ou aplicabilidade"
        defaultValue={search}
        action={paths.partner()}
        aside={<p className="hint">{rows.length === 1 ? '1 publicação' : `${rows.length} publicações`}</p>}
      />
      <DataTable
        caption="Publicações à venda, por nome"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{
          text: search === '' ? specTexts.noSubscriptions : specTexts.noResults,
          action: { href: paths.home(), label: 'Ir para o início' },
          clearHref: search === '' ? undefined : paths.partner(),
          children: (
            <SimilarSearches
              searches={similarSearches}
              hrefFor={(similarSearch) => paths.partner({ search: similarSearch })}
            />
          ),
        }}
      />
    </>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: (row) => (
      <>
        <Unbroken text={row.name} />
        <span className="hint">
          <Unbroken text={row.applicability} />
        </span>
      </>
    ),
  },
  {
    key: 'version',
    label: 'Versão',
    render: (row) => <VersionCell row={row} />,
  },
  { key: 'file', label: 'Arquivo', align: 'actions', render: (row) => <FileCell row={row} /> },
]

/** Shows the revision of the partner's file, and the current revision if it has no file yet. */
function VersionCell({ row }: { row: Row }) {
  const { file_version: version, file_date: date } = row
  if (version === null || date === null)
    return (
      <>
        {row.version} <span className="hint">de {formatDate(row.date)}, sem arquivo</span>
      </>
    )
  return (
    <>
      {version} <span className="hint">de {formatDate(date)}</span>
      {version === row.version ? null : (
        <span className="hint">
          atual: {row.version}, de {formatDate(row.date)}, ainda sem arquivo
        </span>
      )}
    </>
  )
}

function FileCell({ row }: { row: Row }) {
  if (row.file_version === null) return <>-</>
  return (
    <PostForm action={paths.partner()}>
      <input type="hidden" name="publication" value={row.id} />
      <Button>
        Baixar<span className="visually-hidden">{` ${row.name}`}</span>
      </Button>
    </PostForm>
  )
}
