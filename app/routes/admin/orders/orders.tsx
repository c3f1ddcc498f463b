import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields, sortLink, staffListHref } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { countForReview } from '#app/models/orders/order-review.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { orderColumns } from '#app/routes/admin/orders/order-columns.tsx'
import { staffOrderQuery } from '#app/routes/admin/orders/staff-order-list.server.ts'
import { staffStatusOptions } from '#app/text/orders/order-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'

export const handle: PageHandle = { title: 'Pedidos' }

const maxWaitingShown = 999

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const query = staffOrderQuery(args.request)
  const [list, waiting] = await Promise.all([
    fromReplica(args, () => listStaffOrders(query, query.page)),
    countForReview(maxWaitingShown + 1),
  ])
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { ...list, query, waiting, view: await loadListView(viewer, args.request, 'orders') }
}

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
      hidden={sortHiddenFields(query)}
      add={{ href: paths.admin.createOrder(), label: 'Novo pedido' }}
      aside={
        <LinkButton href={paths.admin.review()}>
          {waiting === 0 ? 'Fotos em análise' : `Fotos em análise (${formatWaiting(waiting)})`}
        </LinkButton>
      }
      exportHref={(format) => staffListHref(paths.admin.ordersFile(format), query, { page: 1 })}
      caption="Pedidos"
      columns={orderColumns}
      sort={(column) => sortLink(base, query, column)}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page, change) => staffListHref(base, query, { page, ...change })}
    />
  )
}

function formatWaiting(count: number): string {
  return count > maxWaitingShown ? `mais de ${maxWaitingShown}` : String(count)
}
