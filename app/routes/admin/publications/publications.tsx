import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields, sortLink, staffListHref, staffListQuery } from '#app/http/backoffice/staff-list.ts'
import { nearMissesOf } from '#app/http/near-misses.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listPublicationsForStaff, publicationSorts } from '#app/models/catalogue/publication-list.server.ts'
import { paths } from '#app/paths.ts'
import { publicationColumns } from '#app/routes/admin/publications/publication-columns.tsx'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { NearMisses } from '#app/ui/near-misses.tsx'

export const handle: PageHandle = { title: 'Publicações' }

/** The publications for staff (F88). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const statuses = states.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: publicationSorts, statuses })
  const { rows, count, pages } = await fromReplica(args, () => listPublicationsForStaff(query))
  redirectPastEnd(args.request, { page: query.page, pages })
  const near = await nearMissesOf({ search: query.search, count })
  const view = await loadListView(viewer, args.request, 'publications')
  return { query, count, pages, rows, near, view, mayImport: viewer.isSuperuser }
}

export default function Publications() {
  const { query, rows, count, pages, near, view, mayImport } = useLoaderData<typeof loader>()
  const base = paths.admin.publications()
  return (
    <StaffList
      title="Publicações"
      view={view}
      base={base}
      search={query.search}
      searchLabel="Buscar por número, nome, aplicabilidade ou versão"
      status={{ value: query.status, options: states }}
      hidden={sortHiddenFields(query)}
      aside={<LinkButton href={paths.admin.taxChange()}>Códigos fiscais</LinkButton>}
      add={{ href: paths.admin.publication(0), label: 'Nova publicação' }}
      exportHref={(format) => staffListHref(paths.admin.publicationsFile(format), query, { page: 1 })}
      importHref={mayImport ? paths.admin.csvUpload('publications') : undefined}
      nearMisses={
        <NearMisses searches={near} hrefFor={(search) => staffListHref(base, query, { search, page: 1 })} />
      }
      caption="Publicações"
      columns={publicationColumns}
      sort={(column) => sortLink(base, query, column)}
      rows={rows}
      rowKey={({ id }) => id}
      page={query.page}
      pages={pages}
      count={count}
      hrefFor={(page) => staffListHref(base, query, { page })}
    />
  )
}

const states = [
  { value: 1, label: 'Ativas' },
  { value: 2, label: 'Inativas' },
  { value: 3, label: 'Removidas' },
] as const
