import type { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { findChosenAddress } from '#app/api/operations/shipments/address-order.server.ts'
import {
  newShipmentBody,
  rejectWithApiNames,
  toShipmentError,
  wireNames,
} from '#app/api/operations/shipments/shipment-body.ts'
import { requireShipment } from '#app/api/operations/shipments/shipments.server.ts'
import { makeFieldError } from '#app/api/problem.server.ts'
import { shipmentWire } from '#app/api/wire/shipment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeNewShipmentSchema } from '#app/forms/shipment.ts'
import {
  findShipmentOfSubscription,
  createShipment as insertShipment,
} from '#app/models/shipments/shipment.server.ts'
import { findClient, listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import {
  listChosenLines,
  listSelectableOrders,
  ShipmentRefused,
} from '#app/models/shipments/shipment-contents.server.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'

export const createShipment = defineOperation({
  id: 'createShipment',
  method: 'POST',
  path: '/expedition/',
  tag: 'Expedições',
  summary: 'Criar uma expedição',
  description:
    'Nasce em andamento. Leva os exemplares que esperam envio dos pedidos pagos do cliente, ou, com `direct_shipping`, nenhum pedido.',
  access: 'staff',
  scope: 'expeditions:write',
  isCreating: true,
  acceptsOwnResponse: true,
  isVersioned: true,
  body: newShipmentBody,
  success: { status: 201, description: 'A expedição', schema: shipmentWire },
  async handle({ body }, call) {
    return requireShipment(await createFromBody(body, call))
  },
})

type NewShipmentBody = z.output<typeof newShipmentBody>

async function createFromBody(body: NewShipmentBody, call: Call): Promise<number> {
  const { userId } = requireApiViewer(call)
  const isDirect = body.direct_shipping === true
  rejectOtherKind(body, isDirect)
  const form = await parseBody(body, isDirect, userId)
  const { shipping, type, owner, value, note, creation_date: creationDate, order = [], line = [] } = form
  try {
    return await insertShipment(
      {
        profileId: body.client,
        ownerUserId: owner,
        type,
        creationDate,
        note: note || null,
        value: value === 0 ? null : value,
        contents: shipping
          ? { address: shipping }
          : { orderIds: order, lineIds: line, newerLineIds: [], addressId: await findChosenAddress(body) },
        ...(call.idempotencyKey === null ? {} : { token: call.idempotencyKey }),
        ...(body.signature === undefined ? {} : { subscriptionId: body.signature }),
      },
      { actorUserId: userId, source: 'staff' },
    )
  } catch (error) {
    throw error instanceof ShipmentRefused ? toShipmentError(error.reason) : error
  }
}

/**
 * Throws ApiError 400 for fields of the other kind of shipment: without them the goods might go elsewhere.
 */
function rejectOtherKind(
  { shipping_address: address, order = [], lines = [] }: NewShipmentBody,
  isDirect: boolean,
) {
  if (!isDirect && address)
    throw makeFieldError(
      'shipping_address',
      'Só um envio direto tem endereço próprio: mande direct_shipping, ou tire o endereço',
      'invalid',
    )
  if (!isDirect) return
  const refusal = 'Um envio direto não leva pedidos: tire-os, ou tire direct_shipping'
  if (order.length > 0) throw makeFieldError('order', refusal, 'invalid')
  if (lines.length > 0) throw makeFieldError('lines', refusal, 'invalid')
}

/** Validates the body with the rules of the form. */
async function parseBody(body: NewShipmentBody, isDirect: boolean, userId: number) {
  const client = await findClient(body.client)
  if (!client) throw makeFieldError('client', formatShipmentRefusal('unknown-client'), 'unknown_record')
  const today = toCivilDate(new Date())
  const orderIds = isDirect ? [] : (body.order ?? [])
  const lineIds = body.lines ?? (await listWaitingLines(body.client, orderIds))
  const pickedLines = await listChosenLines({ orderIds, lineIds })
  const shippingOrContents = isDirect
    ? { shipping: await chooseDirectAddress(body, client.address) }
    : { order: orderIds, line: lineIds }
  const parsedShipment = makeNewShipmentSchema({ isDirect, today, pickedLines }).safeParse({
    type: body.shipping_type,
    owner: body.owner ?? userId,
    value: formatAmount(body.value ?? 0),
    note: body.note ?? '',
    creation_date: body.creation_date || today,
    ...shippingOrContents,
  })
  return parsedShipment.success
    ? parsedShipment.data
    : rejectWithApiNames(parsedShipment.error.issues, wireNames)
}

async function chooseDirectAddress<ClientAddress>(body: NewShipmentBody, clientAddress: ClientAddress) {
  const { shipping_address: sentAddress } = body
  if (sentAddress) return { ...sentAddress, complement: sentAddress.complement ?? '' }
  return (await findUnitAddress(body)) ?? clientAddress
}

/** Returns the address of the order that bought the client's `signature`; undefined if there is none. */
async function findUnitAddress({ client, signature }: NewShipmentBody) {
  const unit = signature === undefined ? undefined : await findShipmentOfSubscription(signature)
  if (unit?.profileId !== client || unit.addressId === null) return undefined
  const [address] = await listAddresses([unit.addressId])
  return address
}

async function listWaitingLines(profileId: number, orderIds: readonly number[]): Promise<number[]> {
  const orders = await listSelectableOrders(profileId)
  return orders.filter(({ id }) => orderIds.includes(id)).flatMap(({ lines }) => lines.map(({ id }) => id))
}
