import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListHref, makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { listSimilarSearches } from '#app/http/similar-searches.server.ts'
import { paths } from '#app/paths.ts'
import { publicationColumns } from '#app/routes/admin/publications/publication-columns.tsx'
import { publicationList } from '#app/routes/admin/publications/publication-list.server.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { SimilarSearches } from '#app/ui/similar-searches.tsx'

export const handle: PageHandle = { title: 'Publicações', section: 'publications', help: 'publicacoes' }

/** Loads the publications for staff (F88). */
export async function loader(args: LoaderFunctionArgs) {
  const list = await loadStaffList(args, publicationList)
  return {
    ...list,
    similarSearches: await listSimilarSearches({ search: list.query.search, count: list.count }),
  }
}

export default function Publications() {
  const { query, similarSearches, isSuperuser, ...list } = useLoaderData<typeof loader>()
  const listHref = paths.admin.publications()
  return (
    <StaffList
      {...list}
      {...makeStaffListLinks(listHref, paths.admin.publicationsFile, query)}
      title="Publicações"
      searchLabel="Buscar por número, nome, aplicabilidade ou versão"
      status={{ value: query.status, options: stateOptions }}
      aside={<LinkButton href={paths.admin.taxChange()}>Códigos fiscais</LinkButton>}
      add={{ href: paths.admin.publication(0), label: 'Nova publicação' }}
      importHref={isSuperuser ? paths.admin.csvUpload('publications') : undefined}
      similarSearches={
        <SimilarSearches
          searches={similarSearches}
          hrefFor={(search) => makeStaffListHref(listHref, query, { search, page: 1 })}
        />
      }
      caption="Publicações"
      columns={publicationColumns}
      rowKey={({ id }) => id}
    />
  )
}

const stateOptions = [
  { value: 1, label: 'Ativas' },
  { value: 2, label: 'Inativas' },
  { value: 3, label: 'Removidas' },
] as const
