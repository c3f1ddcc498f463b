import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { clientName, shortened } from '#app/text/accounts/client-words.ts'
import { inWithdrawalWords } from '#app/text/orders/withdrawal-words.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { subscriptionForCustomer, subscriptionWords } from '#app/text/subscriptions/subscription-words.ts'
import { Dashboard, type DashboardProps } from './dashboard.tsx'
import { StaffList } from './staff-list.tsx'
import { StatusTag } from './status-tag.tsx'
import type { Column } from './table.tsx'

type Row = {
  id: number
  orderId: number
  profileId: number
  isCompany: boolean
  personName: string
  companyName: string | null
  name: string
  version: string
  prefix: string | null
  status: number
  due: CivilDate | null
  suspendedAt: unknown
  /** the open request to give it back */
  withdrawal: number | null
  timesRenewed: number
}

type Link = (id: number) => string
type Sort = NonNullable<Column<Row>['sort']>

type StaffSubscriptionsProps = {
  rows: readonly Row[]
  count: number
  pages: number
  isCut: boolean
  today: CivilDate
  dashboard: DashboardProps
  query: { page: number; search: string; status: number | undefined; sort: string; direction: string }
  links: {
    base: string
    exportHref: string
    hrefFor: (page: number) => string
    sort: (column: string) => Sort
    signature: Link
    user: Link
    order: Link
  }
}

/** The numbers of the month and all purchased units, newest first: 'Gerenciar Andamento' (F101, F102). */
export function StaffSubscriptions(props: StaffSubscriptionsProps) {
  const { rows, count, pages, isCut, today, query, links, dashboard } = props
  return (
    <StaffList
      title="Gerenciar Andamento"
      isCut={isCut}
      over={<Dashboard {...dashboard} />}
      base={links.base}
      search={query.search}
      searchLabel="Buscar por pedido, cliente, e-mail, matrícula ou código de rastreamento"
      status={{ value: query.status, options: statusOptions }}
      hidden={
        query.sort === 'id' && query.direction === 'descending'
          ? {}
          : { sort: query.sort, direction: query.direction }
      }
      exportHref={links.exportHref}
      caption="Publicações compradas"
      columns={columns(today, links)}
      rows={rows}
      rowKey={(row) => row.id}
      page={query.page}
      pages={pages}
      count={count}
      hrefFor={links.hrefFor}
    />
  )
}

const statusOptions = Object.entries(subscriptionWords).map(([value, { text }]) => ({
  value: Number(value),
  label: text,
}))

function columns(today: CivilDate, links: StaffSubscriptionsProps['links']): Column<Row>[] {
  return [
    {
      key: 'id',
      label: 'ID',
      rowHeader: true,
      align: 'code',
      sort: links.sort('id'),
      render: (row) => <a href={links.signature(row.id)}>{row.id}</a>,
    },
    {
      key: 'order',
      label: 'Pedido',
      align: 'code',
      render: (row) => <a href={links.order(row.orderId)}>{row.orderId}</a>,
    },
    { key: 'client', label: 'Cliente', render: (row) => <ClientCell row={row} href={links.user} /> },
    {
      key: 'publication',
      label: 'Publicação',
      render: (row) => (
        <>
          <a href={links.signature(row.id)}>{row.name}</a>
          <span className="hint">{row.version}</span>
        </>
      ),
    },
    { key: 'aircraft', label: 'Aeronave', align: 'code', render: (row) => row.prefix ?? '-' },
    {
      key: 'due',
      label: 'Vencimento',
      align: 'code',
      sort: links.sort('due'),
      render: (row) => (row.due ? formatDate(row.due) : '-'),
    },
    { key: 'status', label: 'Situação', render: (row) => <StatusCell row={row} today={today} /> },
    { key: 'renewed', label: 'Renovações', align: 'num', render: (row) => row.timesRenewed },
  ]
}

/** Company names are cut at 50 characters; the whole one is in the title (F102). */
function ClientCell({ row, href }: { row: Row; href: Link }) {
  const name = clientName({ ...row, name: row.personName })
  const short = row.isCompany ? shortened(name, 50) : name
  return (
    <a href={href(row.profileId)} title={short === name ? undefined : name}>
      {short}
    </a>
  )
}

function StatusCell({ row, today }: { row: Row; today: CivilDate }) {
  const { text, tone } = subscriptionForCustomer(row, today)
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {row.suspendedAt ? <span className="hint">suspensa: o pedido não está pago</span> : null}
      {row.withdrawal ? <span className="hint">{inWithdrawalWords(row.withdrawal)}</span> : null}
    </>
  )
}
