import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'
import type { PageHref } from '#app/ui/pagination.tsx'
import { Dashboard, type DashboardProps } from './dashboard.tsx'
import type { SortOf } from './list-columns.ts'
import { StaffList, type StaffListProps } from './staff-list.tsx'

type Listed<Row> = Pick<
  StaffListProps<Row>,
  'columns' | 'rows' | 'count' | 'isCountExact' | 'pages' | 'isOpenEnded' | 'keys' | 'isCut' | 'view'
>

type StaffSubscriptionsProps<Row> = Listed<Row> & {
  dashboard: DashboardProps
  query: { page: number; search: string; status: number | undefined }
  links: {
    base: string
    exportHref: (format: 'xlsx' | 'csv') => string
    hidden: Readonly<Record<string, string>>
    hrefFor: PageHref
    sort: SortOf
  }
}

/** The numbers of the month and all purchased units, newest first: 'Gerenciar Andamento' (F101, F102). */
export function StaffSubscriptions<Row extends { id: number }>(props: StaffSubscriptionsProps<Row>) {
  const { query, links, dashboard, ...list } = props
  return (
    <StaffList
      {...list}
      title="Gerenciar Andamento"
      over={<Dashboard {...dashboard} />}
      base={links.base}
      search={query.search}
      searchLabel="Buscar por pedido, cliente, e-mail, publicação, revisão, matrícula ou código de rastreamento"
      status={{ value: query.status, options: statusOptions }}
      hidden={links.hidden}
      exportHref={links.exportHref}
      caption="Publicações compradas"
      sort={links.sort}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={links.hrefFor}
    />
  )
}

const statusOptions = Object.entries(subscriptionTexts).map(([value, { text }]) => ({
  value: Number(value),
  label: text,
}))
