import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { nearMissesOf } from '#app/http/near-misses.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  keptSort,
  type StaffListQuery,
  sortLink,
  staffListHref,
  staffListQuery,
} from '#app/http/staff-list.ts'
import { listPublicationsForStaff, publicationSorts } from '#app/models/catalogue/publication-list.server.ts'
import { paths } from '#app/paths.ts'
import { publicationState } from '#app/text/catalogue/publication-words.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { Money } from '#app/ui/money.tsx'
import { NearMisses } from '#app/ui/near-misses.tsx'
import { StaffList } from '#app/ui/staff-list.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import type { Column } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Publicações' }

/** The publications for staff (F88). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const statuses = states.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: publicationSorts, statuses })
  const { rows, count, pages } = await listPublicationsForStaff(query)
  redirectPastEnd(args.request, { page: query.page, pages })
  return { query, count, pages, rows, near: await nearMissesOf({ search: query.search, count }) }
}

export default function Publications() {
  const { query, rows, count, pages, near } = useLoaderData<typeof loader>()
  const base = paths.admin.publications()
  return (
    <StaffList
      title="Publicações"
      base={base}
      search={query.search}
      searchLabel="Buscar por número, nome, aplicabilidade ou versão"
      status={{ value: query.status, options: states }}
      hidden={keptSort(query)}
      add={{ href: paths.admin.publication(0), label: 'Nova publicação' }}
      exportHref={staffListHref(paths.admin.publicationsFile(), query, { page: 1 })}
      nearMisses={
        <NearMisses searches={near} hrefFor={(search) => staffListHref(base, query, { search, page: 1 })} />
      }
      caption="Publicações"
      columns={columnsOf(query)}
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

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

function columnsOf(query: StaffListQuery): Column<Row>[] {
  const sort = (column: string) => sortLink(paths.admin.publications(), query, column)
  return [
    { key: 'id', label: 'ID', align: 'code', sort: sort('id'), render: ({ id }) => id },
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      sort: sort('name'),
      render: ({ id, name, applicability }) => (
        <>
          <a href={paths.admin.publication(id)}>{name}</a> <span className="hint">{applicability}</span>
        </>
      ),
    },
    {
      key: 'version',
      label: 'Versão',
      align: 'code',
      sort: sort('version'),
      render: ({ version }) => `v.${version}`,
    },
    {
      key: 'date',
      label: 'Atualização',
      align: 'code',
      sort: sort('date'),
      render: ({ date }) => formatDate(date),
    },
    {
      key: 'price',
      label: 'Compra',
      align: 'num',
      sort: sort('price'),
      render: ({ price }) => <Money centavos={price} />,
    },
    {
      key: 'price_signature',
      label: 'Renovação',
      align: 'num',
      sort: sort('price_signature'),
      render: ({ price_signature: price }) => (price === null ? '-' : <Money centavos={price} />),
    },
    {
      key: 'active',
      label: 'Situação',
      render: (row) => <StatusTag tone={row.active ? 'good' : 'neutral'}>{publicationState(row)}</StatusTag>,
    },
  ]
}
