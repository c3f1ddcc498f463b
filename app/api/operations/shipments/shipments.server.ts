import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { attachVersion } from '#app/api/version.server.ts'
import { addressWire, toWireAddress } from '#app/api/wire/address.ts'
import { shipmentStatusFilter } from '#app/api/wire/codes.ts'
import {
  describePage,
  makeDateFilters,
  makeListQuery,
  makeRecordListSchema,
  parseOrdering,
  profileFilter,
  recordOrderings,
  searchText,
  toListPlace,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import {
  shipmentWire,
  toWireCopy,
  toWireShipment,
  toWireShipmentOrder,
  waitingOrderWire,
} from '#app/api/wire/shipment.ts'
import { id, idInput, idPath, toZeroOrOne, zeroOrOne } from '#app/api/wire/values.ts'
import { parseId } from '#app/http/list-params.ts'
import { makeRecordCondition } from '#app/models/platform/record-list.server.ts'
import { findClient, findClients, listNewestClients } from '#app/models/shipments/shipment-client.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { listShipmentRows } from '#app/models/shipments/shipment-list.server.ts'
import { readShipments } from '#app/models/shipments/shipment-wire.server.ts'

const sharedFields = { tag: 'Expedições', access: 'staff', scope: 'expeditions:read' } as const

const shipmentListQuery = makeListQuery([
  ...recordOrderings,
  '-creation_date',
  'creation_date',
  '-send_date',
  'send_date',
]).extend({
  status: shipmentStatusFilter,
  ...makeDateFilters('creation_date'),
  ...profileFilter,
})

export const listShipments = defineOperation({
  ...sharedFields,
  id: 'listShipments',
  method: 'GET',
  path: '/expedition/',
  summary: 'Listar expedições',
  description:
    'Sem as desfeitas, que só vêm com `updated_at__gte` ou na ordem `updated_at`. `search` é número, pedido, cliente ou começo do código de rastreamento.',
  query: shipmentListQuery,
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(shipmentWire) },
  async handle({ query }) {
    const list = await listShipmentRows({
      ...toListPlace(query),
      ...parseOrdering(query.ordering, ['id', 'updated_at', 'creation_date', 'send_date']),
      search: query.search,
      status: query.status,
      perPage: query.limit,
      condition: makeRecordCondition('shipments', toRecordFilter(query), 'creation_date'),
      includesCancelled: query.updated_at__gte !== undefined || query.ordering.endsWith('updated_at'),
    })
    const rows = await readShipments(list.rows.map(({ id }) => id))
    return { ...describePage(query, list), results: rows.map(toWireShipment) }
  },
})

export const getShipment = defineOperation({
  ...sharedFields,
  id: 'getShipment',
  method: 'GET',
  path: '/expedition/{id}/',
  summary: 'Ver uma expedição',
  params: idPath,
  isVersioned: true,
  success: { status: 200, description: 'A expedição', schema: shipmentWire },
  async handle({ params }) {
    return requireShipment(parseId(params.id))
  },
})

/** Returns the shipment with its version. Throws ApiError 404. */
export async function requireShipment(shipmentId: number | undefined) {
  const [row] = shipmentId === undefined ? [] : await readShipments([shipmentId])
  if (!row) throw new ApiError(404)
  return attachVersion(toWireShipment(row), row.lock_version, row.status)
}

export const getOrdersToSend = defineOperation({
  ...sharedFields,
  id: 'getOrdersToSend',
  refusalStatuses: [404],
  method: 'POST',
  path: '/api/get_orders/',
  summary: 'Listar os pedidos de um cliente que esperam envio',
  description: 'Pedidos pagos com exemplares que nenhuma expedição leva.',
  body: z.strictObject({ client_id: idInput }).meta({ id: 'ClientReference' }),
  success: { status: 200, description: 'Os pedidos', schema: z.array(waitingOrderWire) },
  async handle({ body }) {
    if (!(await findClient(body.client_id))) throw new ApiError(404)
    const orders = await listSelectableOrders(body.client_id)
    return orders.map(({ lines, address, ...order }) => ({
      ...toWireShipmentOrder(order),
      shipping_address: address && toWireAddress(address),
      publications: lines.map(toWireCopy),
    }))
  },
})

const clientWire = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    person_or_company: zeroOrOne,
    shipping_address: addressWire
      .nullable()
      .meta({ description: 'O do cadastro, de entrega ou de cobrança; um pedido pode ir para outro' }),
  })
  .meta({ id: 'ExpeditionClient' })

export const getClientsToSend = defineOperation({
  ...sharedFields,
  id: 'getClientsToSend',
  method: 'GET',
  path: '/api/get_clients_expedition/',
  summary: 'Procurar clientes para uma expedição',
  description:
    'Os vinte mais novos que servem à procura, por nome, documento, contato ou número de pedido; sem procura, os vinte mais novos.',
  query: z.object({ search: searchText }),
  success: { status: 200, description: 'Os clientes', schema: z.array(clientWire) },
  async handle({ query: { search } }) {
    const rows = search === '' ? await listNewestClients() : (await findClients(search)).rows
    const clients = await Promise.all(rows.map((row) => findClient(row.id)))
    return clients.flatMap((client) =>
      client
        ? {
            id: client.id,
            name: client.name,
            company_name: client.company_name,
            person_or_company: toZeroOrOne(client.is_company),
            shipping_address: client.address && toWireAddress(client.address),
          }
        : [],
    )
  },
})
