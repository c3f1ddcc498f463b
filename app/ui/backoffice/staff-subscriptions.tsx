import { subscriptionTexts } from '#app/text/subscriptions/subscription-labels.ts'
import { Dashboard, type DashboardProps } from './dashboard.tsx'
import { StaffList, type StaffListProps } from './staff-list.tsx'

type ListedProps<Row> = Pick<
  StaffListProps<Row>,
  'columns' | 'rows' | 'count' | 'isCountExact' | 'pages' | 'isOpenEnded' | 'keys' | 'isCut' | 'view'
>

type StaffSubscriptionsProps<Row> = ListedProps<Row> & {
  dashboard: DashboardProps
  query: { status: number | undefined } & NonNullable<StaffListProps<Row>['states']>
  links: Pick<StaffListProps<Row>, 'base' | 'search' | 'page' | 'hidden' | 'exportHref' | 'hrefFor' | 'sort'>
}

export function StaffSubscriptions<Row extends { id: number }>(props: StaffSubscriptionsProps<Row>) {
  const { query, links, dashboard, ...list } = props
  return (
    <div className="with-dashboard">
      <StaffList
        {...list}
        {...links}
        title="Gerenciar Andamento"
        lead="Assinaturas e compras: cada exemplar vendido, o mais novo primeiro."
        notice={<Dashboard {...dashboard} />}
        searchLabel="Buscar por pedido, cliente, e-mail, publicação, revisão, matrícula ou código de rastreamento"
        status={{ value: query.status, options: statusOptions }}
        states={query}
        caption="Publicações compradas"
        rowKey={(row) => row.id}
      />
    </div>
  )
}

const statusOptions = Object.entries(subscriptionTexts).map(([value, { text }]) => ({
  value: Number(value),
  label: text,
}))
