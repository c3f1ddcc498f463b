import { viewQuery } from '#app/domain/backoffice/list-view.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { maxCounted } from '#app/models/platform/list-page.server.ts'
import { paths } from '#app/paths.ts'
import { select, type Visitor, withFlags } from './database.ts'
import { makeRenderer } from './page.tsx'

const perPage = 20
const MAX_WAITING = 999
const ordersPage = makeRenderer('routes/admin/orders/orders')

const found = `join (
  select id from orders where id = ?
  union select id from orders where nfe like ?
  union select id from orders where purchase_order like ?
  union select order_id from order_lines where airplane_registration like ?
  union select orders.id from profiles join orders on orders.profile_id = profiles.id where name like ?
  union select orders.id from profiles join orders on orders.profile_id = profiles.id where company_name like ?
  union select orders.id from users join profiles on profiles.user_id = users.id
    join orders on orders.profile_id = profiles.id where email like ?) as found on found.id = orders.id`

export async function renderStaffOrders(url: URL, asking: Promise<Visitor | undefined>): Promise<string> {
  const search = url.searchParams.get('search') ?? ''
  const status = url.searchParams.get('status')
  const from = `orders ${search ? found : ''} where ${status ? 'status = ?' : 'true'}`
  const values = [
    ...(search ? [Number(search) || 0, ...Array<string>(6).fill(`${search}%`)] : []),
    ...(status ? [status] : []),
  ]
  const visitor = await asking
  const owner = [visitor?.id, 'orders']
  const [rows, counted, waiting, views, kept] = await Promise.all([
    select<{ id: number; isCompany: boolean }>(
      `select orders.id, orders.profile_id as profileId, date, status, reason, nfe, total,
       purchase_order as purchaseOrder, is_company as isCompany, name, company_name as companyName
       from (select orders.id from ${from} order by orders.id desc limit ?) as shown
       join orders on orders.id = shown.id join profiles on profiles.id = profile_id order by orders.id desc`,
      [...values, perPage],
    ),
    select<{ count: number }>(`select count(*) as count from (select 1 from ${from} limit ?) as some`, [
      ...values,
      maxCounted + 1,
    ]),
    select<{ count: number }>(
      `select count(*) as count from (select 1 from orders where status = ?
       and not exists (select 1 from photo_requests where order_id = orders.id and is_open = 1) limit ?) as some`,
      [orderStatus.underReview, MAX_WAITING + 1],
    ),
    select<{ id: number; name: string; query: string }>(
      'select id, name, query from saved_views where user_id = ? and list = ? order by name',
      owner,
    ),
    select<{ column_keys: string }>(
      'select column_keys from list_columns where user_id = ? and list = ?',
      owner,
    ),
  ])
  const count = counted[0]?.count ?? 0
  const isCountExact = count <= maxCounted
  const [first, last] = [rows[0], rows.at(-1)]
  return ordersPage(url, visitor, {
    rows: withFlags(rows, ['isCompany']),
    count,
    isCountExact,
    isOpenEnded: !isCountExact,
    hasNext: count > perPage,
    keys: first && last ? { first: first.id, last: last.id } : undefined,
    pages: Math.max(1, Math.ceil(count / perPage)),
    isCut: false,
    isSuperuser: false,
    query: {
      search,
      status: status ? Number(status) : undefined,
      page: 1,
      sort: 'id',
      direction: 'descending',
    },
    waiting: waiting[0]?.count ?? 0,
    view: {
      action: paths.admin.views('orders'),
      views,
      current: viewQuery(url.searchParams),
      columns: kept[0]?.column_keys.split('.') ?? null,
    },
  })
}
