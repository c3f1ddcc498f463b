import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { cacheForSecond } from '#app/http/backoffice/brief-cache.server.ts'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readFromReplica } from '#app/http/replica.server.ts'
import { makeTabCount } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { orderColumns } from '#app/routes/admin/orders/order-columns.tsx'
import { staffOrderList } from '#app/routes/admin/orders/staff-order-list.server.ts'
import { staffStatusOptions } from '#app/text/orders/order-labels.ts'
import { defaultOrderViews } from '#app/text/orders/state-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'

export const handle: PageHandle = { title: 'Pedidos', section: 'orders', help: 'pedidos' }

const maxShownCount = 99
const countTabs = makeTabCount(
  defaultOrderViews.map((view) => view.states),
  maxShownCount + 1,
)
const countOnReplica = cacheForSecond(countTabs)
const countOnPrimary = cacheForSecond(countTabs)

export async function loader(args: LoaderFunctionArgs) {
  const list = await loadStaffList(args, staffOrderList)
  const findTabCounts = args.context.isLagAllowed ? countOnReplica : countOnPrimary
  return { ...list, counts: await readFromReplica(args, () => findTabCounts(toCivilDate(new Date()))) }
}

export default function AdminOrders() {
  const { query, counts, ...list } = useLoaderData<typeof loader>()
  const { waiting: reviewCount, all: totalCount, inStates: viewCounts } = counts
  return (
    <StaffList
      {...list}
      {...makeStaffListLinks(paths.admin.orders(), paths.admin.ordersFile, query)}
      title="Pedidos"
      searchLabel="Número, cliente, e-mail, telefone, documento, NF-e ou prefixo"
      status={{ value: query.status, options: staffStatusOptions }}
      states={query}
      usualViews={defaultOrderViews.map(({ name, query: viewQuery }, index) => ({
        name,
        query: viewQuery,
        count: formatCount(viewCounts[index] ?? 0),
      }))}
      allCount={formatCount(totalCount)}
      add={{ href: paths.admin.createOrder(), label: 'Novo pedido' }}
      aside={
        <LinkButton href={paths.admin.review()}>
          {reviewCount === 0 ? 'Fotos em análise' : `Fotos em análise (${formatCount(reviewCount)})`}
        </LinkButton>
      }
      caption="Pedidos"
      columns={orderColumns}
      rowKey={(row) => row.id}
    />
  )
}

function formatCount(count: number): string {
  return count > maxShownCount ? `${maxShownCount}+` : String(count)
}
