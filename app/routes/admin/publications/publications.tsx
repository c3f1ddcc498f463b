import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Money } from '#app/components/money.tsx'
import { NearMisses } from '#app/components/near-misses.tsx'
import { StaffList } from '#app/components/staff-list.tsx'
import { StatusTag } from '#app/components/status-tag.tsx'
import type { Column } from '#app/components/table.tsx'
import { listPublicationsForStaff, publicationSorts } from '#app/models/publication-list.server.ts'
import { formatDate } from '#app/text/format.ts'
import { publicationState } from '#app/text/publication-words.ts'
import { nearMissesOf } from '#app/web/near-misses.server.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { redirectPastEnd } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'
import {
  keptSort,
  type StaffListQuery,
  sortLink,
  staffListHref,
  staffListQuery,
} from '#app/web/staff-list.ts'

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
