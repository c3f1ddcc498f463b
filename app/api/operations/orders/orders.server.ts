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

const query = makeListQuery([...recordOrderings, '-date', 'date', '-total', 'total']).extend({
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
  query,
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(orderWire) },
  async handle({ query: queryParams }, call) {
    const list = await listMatchingIds(queryParams, call)
    const rows = await readOrders(list.rows.map(({ id }) => id))
    return { ...describePage(queryParams, list), results: await toWireOrders(rows, call) }
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

/** Returns the order. Throws ApiError 404, also for another customer's (D49). */
export async function requireOrder(id: number | undefined, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const rows = id === undefined ? [] : await readOrders([id], isStaff ? undefined : profileId)
  const [row] = rows
  const [order] = await toWireOrders(rows, call)
  if (!row || !order) throw new ApiError(404)
  return attachVersion(order, row.lock_version, row.status)
}

/** Returns ids. Ignores a customer's `search`, where the specification's clients send the e-mail (D49). */
function listMatchingIds(queryParams: z.output<typeof query>, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const filter = { ...toRecordFilter(queryParams), ownProfileId: isStaff ? undefined : profileId }
  return listOrderIds(
    {
      ...toListPlace(queryParams),
      ...parseOrdering(queryParams.ordering, ['id', 'updated_at', 'date', 'total']),
      search: isStaff ? queryParams.search : '',
      status: queryParams.status,
      condition: makeRecordCondition('orders', filter, 'date'),
    },
    queryParams.limit,
  )
}

async function toWireOrders(rows: readonly OrderOnWire[], call: Call) {
  const shipments = await listShipmentsOfOrders(rows.map(({ id }) => id))
  const context = { shipments, isForStaff: requireApiViewer(call).isStaff, today: toCivilDate(new Date()) }
  return rows.map((row) => toWireOrder(row, context))
}
