import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'
import { Dashboard, type DashboardProps } from './dashboard.tsx'
import type { ListColumn, SortOf } from './list-columns.ts'
import type { ListView } from './list-views.tsx'
import { StaffList } from './staff-list.tsx'

type StaffSubscriptionsProps<Row> = {
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  count: number
  pages: number
  isCut: boolean
  dashboard: DashboardProps
  query: { page: number; search: string; status: number | undefined }
  view: ListView
  links: {
    base: string
    exportHref: string
    hidden: Readonly<Record<string, string>>
    hrefFor: (page: number) => string
    sort: SortOf
  }
}

/** The numbers of the month and all purchased units, newest first: 'Gerenciar Andamento' (F101, F102). */
export function StaffSubscriptions<Row extends { id: number }>(props: StaffSubscriptionsProps<Row>) {
  const { columns, rows, count, pages, isCut, query, view, links, dashboard } = props
  return (
    <StaffList
      title="Gerenciar Andamento"
      isCut={isCut}
      over={<Dashboard {...dashboard} />}
      base={links.base}
      search={query.search}
      searchLabel="Buscar por pedido, cliente, e-mail, matrícula ou código de rastreamento"
      status={{ value: query.status, options: statusOptions }}
      hidden={links.hidden}
      view={view}
      exportHref={links.exportHref}
      caption="Publicações compradas"
      columns={columns}
      sort={links.sort}
      rows={rows}
      rowKey={(row) => row.id}
      page={query.page}
      pages={pages}
      count={count}
      hrefFor={links.hrefFor}
    />
  )
}

const statusOptions = Object.entries(subscriptionTexts).map(([value, { text }]) => ({
  value: Number(value),
  label: text,
}))
