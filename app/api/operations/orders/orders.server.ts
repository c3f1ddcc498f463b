import { type Call, operation, viewerOf } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { orderStatusFilter } from '#app/api/wire/codes.ts'
import { listOf, listQuery } from '#app/api/wire/lists.ts'
import { orderOf, orderWire } from '#app/api/wire/order.ts'
import { onePath } from '#app/api/wire/values.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { idFrom } from '#app/http/list-params.ts'
import { listOwnOrderIds, type OrderOnWire, readOrders } from '#app/models/orders/order-wire.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'

const orderings = ['-id', 'id', '-date', 'date', '-total', 'total'] as const

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/order/',
  tag: 'Pedidos',
  summary: 'Listar pedidos',
  description:
    'O cliente vê os seus, qualquer que seja `search`; a equipe, todos. Para o cliente a ordem é sempre por número.',
  access: 'customer',
  scope: 'orders:read',
  query: listQuery(orderings).extend({ status: orderStatusFilter }),
  success: { status: 200, description: 'Uma página da lista', schema: listOf(orderWire) },
  async handle({ query }, call) {
    const { ids, count, pages } = await findIds(query, call)
    return { count, pages, results: await ordersOnWire(await readOrders(ids), call) }
  },
})

export const getOrder = operation({
  id: 'getOrder',
  method: 'GET',
  path: '/order/{id}/',
  tag: 'Pedidos',
  summary: 'Ver um pedido',
  access: 'customer',
  scope: 'orders:read',
  params: onePath,
  success: { status: 200, description: 'O pedido', schema: orderWire },
  async handle({ params }, call) {
    return oneOrder(idFrom(params.id), call)
  },
})

/** Throws ApiError 404, also for another customer's (D49). */
export async function oneOrder(id: number | undefined, call: Call) {
  const { isStaff, profileId } = viewerOf(call)
  const rows = id === undefined ? [] : await readOrders([id], isStaff ? undefined : profileId)
  const [order] = await ordersOnWire(rows, call)
  if (!order) throw new ApiError(404)
  return order
}

type Query = {
  ordering: (typeof orderings)[number]
  search: string
  status: number | undefined
  page: number
  limit: number
}

async function findIds({ ordering, search, status, page, limit }: Query, call: Call) {
  const { isStaff, profileId } = viewerOf(call)
  const direction = ordering.startsWith('-') ? 'descending' : 'ascending'
  if (!isStaff) return listOwnOrderIds({ profileId, status, direction, page, limit })
  const sort = sorts[ordering]
  const { rows, count, pages } = await listStaffOrders(
    { search, status, sort, direction, counting: 'exact' },
    page,
    limit,
  )
  return { ids: rows.map(({ id }) => id), count, pages }
}

const sorts = {
  id: 'id',
  '-id': 'id',
  date: 'date',
  '-date': 'date',
  total: 'total',
  '-total': 'total',
} as const

async function ordersOnWire(rows: readonly OrderOnWire[], call: Call) {
  const shipments = await listShipmentsOfOrders(rows.map(({ id }) => id))
  const of = { shipments, isForStaff: viewerOf(call).isStaff, today: civilDateIn(new Date()) }
  return rows.map((row) => orderOf(row, of))
}
