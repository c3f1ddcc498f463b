import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { keptSort, type StaffListQuery, sortLink, staffListHref } from '#app/http/staff-list.ts'
import { countForReview } from '#app/models/orders/order-review.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderQuery } from '#app/routes/admin/orders/staff-order-list.server.ts'
import { clientName } from '#app/text/accounts/client-words.ts'
import { staffStatusOptions, statusForStaff } from '#app/text/orders/order-words.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Money } from '#app/ui/money.tsx'
import { StaffList } from '#app/ui/staff-list.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import type { Column } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Pedidos' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffOrderQuery(args.request)
  const [list, waiting] = await Promise.all([listStaffOrders(query, query.page), countForReview()])
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { ...list, query, waiting }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function AdminOrders() {
  const { query, waiting, ...list } = useLoaderData<typeof loader>()
  const base = paths.admin.orders()
  return (
    <StaffList
      {...list}
      title="Pedidos"
      base={base}
      search={query.search}
      searchLabel="Número, cliente, e-mail, telefone, documento, NF-e ou prefixo"
      status={{ value: query.status, options: staffStatusOptions }}
      hidden={keptSort(query)}
      add={{ href: paths.admin.createOrder(), label: 'Novo pedido' }}
      aside={
        <LinkButton href={paths.admin.review()}>
          {waiting === 0 ? 'Fotos em análise' : `Fotos em análise (${waiting})`}
        </LinkButton>
      }
      exportHref={staffListHref(paths.admin.ordersFile(), query, { page: 1 })}
      caption="Pedidos"
      columns={columns(query)}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page) => staffListHref(base, query, { page })}
    />
  )
}

function columns(query: StaffListQuery): Column<Row>[] {
  const sort = (column: string) => sortLink(paths.admin.orders(), query, column)
  return [
    { key: 'id', label: 'ID', align: 'code', rowHeader: true, sort: sort('id'), render: NumberCell },
    { key: 'date', label: 'Data', align: 'code', sort: sort('date'), render: ({ date }) => formatDate(date) },
    { key: 'client', label: 'Cliente', render: clientName },
    { key: 'nfe', label: 'NF', align: 'code', render: ({ nfe }) => nfe ?? '-' },
    { key: 'status', label: 'Situação', render: StatusCell },
    { key: 'total', label: 'Total', align: 'num', sort: sort('total'), render: TotalCell },
  ]
}

function NumberCell({ id }: Row) {
  return <a href={paths.admin.order(id)}>{id}</a>
}

function StatusCell(row: Row) {
  const { text, tone } = statusForStaff(row)
  return <StatusTag tone={tone}>{text}</StatusTag>
}

function TotalCell({ total }: Row) {
  return <Money centavos={total} />
}
