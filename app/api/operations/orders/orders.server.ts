import type { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { attachVersion } from '#app/api/version.server.ts'
import { orderStatusFilter } from '#app/api/wire/codes.ts'
import {
  describePage,
  makeDateFilters,
  makeListQuery,
  makeRecordListSchema,
  parseOrdering,
  profileFilter,
  recordOrderings,
  toListPlace,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import { orderWire, toWireOrder } from '#app/api/wire/order.ts'
import { idPath } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { type OrderOnWire, readOrders } from '#app/models/orders/order-wire.server.ts'
import { listOrderIds } from '#app/models/orders/staff-order.server.ts'
import { makeRecordCondition } from '#app/models/platform/record-list.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'

const orderListQuery = makeListQuery([...recordOrderings, '-date', 'date', '-total', 'total']).extend({
  status: orderStatusFilter,
  ...makeDateFilters('date'),
  ...profileFilter,
})

export const listOrders = defineOperation({
  id: 'listOrders',
  method: 'GET',
  path: '/order/',
  tag: 'Pedidos',
  summary: 'Listar pedidos',
  description: 'O cliente vê os seus, qualquer que seja `search`; a equipe, todos.',
  access: 'customer',
  scope: 'orders:read',
  query: orderListQuery,
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(orderWire) },
  async handle({ query }, call) {
    const list = await listMatchingIds(query, call)
    const rows = await readOrders(list.rows.map(({ id }) => id))
    return { ...describePage(query, list), results: await toWireOrders(rows, call) }
  },
})

export const getOrder = defineOperation({
  id: 'getOrder',
  method: 'GET',
  path: '/order/{id}/',
  tag: 'Pedidos',
  summary: 'Ver um pedido',
  access: 'customer',
  scope: 'orders:read',
  params: idPath,
  isVersioned: true,
  success: { status: 200, description: 'O pedido', schema: orderWire },
  async handle({ params }, call) {
    return requireOrder(parseId(params.id), call)
  },
})

/** Returns the order. Throws ApiError 404, also if it belongs to another customer (D49). */
export async function requireOrder(id: number | undefined, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const rows = id === undefined ? [] : await readOrders([id], isStaff ? undefined : profileId)
  const [row] = rows
  const [order] = await toWireOrders(rows, call)
  if (!row || !order) throw new ApiError(404)
  return attachVersion(order, row.lock_version, row.status)
}

/** Returns the ids of a page. Ignores a customer's `search`: the specification's client sends an e-mail there (D49). */
function listMatchingIds(query: z.output<typeof orderListQuery>, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const filter = { ...toRecordFilter(query), ownProfileId: isStaff ? undefined : profileId }
  return listOrderIds(
    {
      ...toListPlace(query),
      ...parseOrdering(query.ordering, ['id', 'updated_at', 'date', 'total']),
      search: isStaff ? query.search : '',
      status: query.status,
      condition: makeRecordCondition('orders', filter, 'date'),
    },
    query.limit,
  )
}

async function toWireOrders(rows: readonly OrderOnWire[], call: Call) {
  const shipments = await listShipmentsOfOrders(rows.map(({ id }) => id))
  const context = { shipments, isForStaff: requireApiViewer(call).isStaff, today: toCivilDate(new Date()) }
  return rows.map((row) => toWireOrder(row, context))
}
