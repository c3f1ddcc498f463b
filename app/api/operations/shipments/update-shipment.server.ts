import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { findChosenAddress } from '#app/api/operations/shipments/address-order.server.ts'
import {
  runShipmentAction,
  selectShipmentAction,
} from '#app/api/operations/shipments/shipment-acts.server.ts'
import {
  type ChangedShipment,
  rejectWithApiNames,
  shipmentChanges,
  toShipmentError,
  wireNames,
} from '#app/api/operations/shipments/shipment-body.ts'
import { requireShipment } from '#app/api/operations/shipments/shipments.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { requireMatch } from '#app/api/version.server.ts'
import { shipmentWire } from '#app/api/wire/shipment.ts'
import { idPath } from '#app/api/wire/values.ts'
import { isPending, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { makeNoteSchema, makeShipmentEditSchema } from '#app/forms/shipment.ts'
import { getTypedChanges, listPickableOrders } from '#app/http/backoffice/shipment-changes.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { lockShipment, updateShipment as saveShipment } from '#app/models/shipments/shipment.server.ts'
import { listChosenLines, ShipmentRefused } from '#app/models/shipments/shipment-contents.server.ts'
import {
  findPackedShipment,
  findShipmentForStaff,
  type StaffShipment,
} from '#app/models/shipments/shipment-detail.server.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'

export const updateShipment = defineOperation({
  id: 'updateShipment',
  method: 'PUT',
  path: '/expedition/{id}/',
  tag: 'Expedições',
  summary: 'Alterar ou enviar uma expedição, ou registrar que chegou ou voltou ao remetente',
  description: [
    'Um campo ausente fica como está; o que é mandado de volta como era não muda nada. Conteúdo, tipo, responsável e valor mudam até o envio; a observação, sempre.',
    'A situação muda como pelos botões: `status` 2 com `send_date` e `track_code` envia, ou envia outra vez o que voltou; 3 com `complete_date` entrega; 4 com `return_date` registra que voltou ao remetente. Sem `status`, ou com o de agora, a data ou o código novo diz o que aconteceu; sem data, foi hoje. Depois do envio, outro código ou outra data de envio corrige os dois. O que uma chamada muda, muda junto: uma recusa deixa tudo como estava.',
  ].join('\n\n'),
  access: 'staff',
  scope: 'expeditions:write',
  acceptsOwnResponse: true,
  isVersioned: true,
  params: idPath,
  body: shipmentChanges,
  success: { status: 200, description: 'A expedição como ficou', schema: shipmentWire },
  async handle({ params, body }, call) {
    const shipment = await loadShipment(parseId(params.id))
    if (body.client !== undefined && body.client !== shipment.profile_id)
      throw makeFieldError('client', 'Não muda depois de criada', 'locked')
    const action = selectShipmentAction(shipment, body)
    const changes = hasEditedFields(body) ? await parseChanges(shipment, body) : undefined
    const actor = { actorUserId: requireApiViewer(call).userId, source: 'staff' }
    await withTransaction(async (trx) => {
      const lockedShipment = await lockShipment(trx, shipment.id)
      if (lockedShipment) requireMatch(call, lockedShipment.lock_version, lockedShipment.status)
      if (changes) await saveChanges(shipment.id, changes, { actor, trx })
      const packedShipment = action && (await findPackedShipment(shipment.id, trx))
      if (packedShipment) await runShipmentAction(packedShipment, action, { actor, trx })
    })
    return requireShipment(shipment.id)
  },
})

type SaveContext = { actor: Actor; trx: Trx }
type Changes = Awaited<ReturnType<typeof parseChanges>>

async function loadShipment(shipmentId: number | undefined): Promise<StaffShipment> {
  const shipment = shipmentId === undefined ? undefined : await findShipmentForStaff(shipmentId)
  if (!shipment) throw new ApiError(404)
  return shipment
}

function hasEditedFields({
  order,
  lines,
  address_order,
  shipping_type,
  owner,
  value,
  note,
}: ChangedShipment): boolean {
  return [order, lines, address_order, shipping_type, owner, value, note].some((field) => field !== undefined)
}

async function parseChanges(shipment: StaffShipment, body: ChangedShipment) {
  const typedChanges = isPending(shipment) ? await parseAllFields(shipment, body) : parseNote(shipment, body)
  return { ...getTypedChanges(shipment, typedChanges), seen: shipment.lock_version }
}

async function saveChanges(id: number, { seen, ...changes }: Changes, { actor, trx }: SaveContext) {
  try {
    await saveShipment(id, changes, actor, seen, trx)
  } catch (error) {
    throw error instanceof ShipmentRefused ? toShipmentError(error.reason) : error
  }
}

async function parseAllFields(shipment: StaffShipment, body: ChangedShipment) {
  const isDirect = shipment.direct_shipping
  const orderIds = isDirect ? [] : (body.order ?? shipment.orderIds)
  const lineIds = body.lines ?? (await listChosenLineIds(shipment, orderIds))
  const newer = shipment.lines.filter(({ sendsNewer }) => sendsNewer).map(({ id }) => id)
  const pickedLines = await listChosenLines({ orderIds, lineIds })
  const parsedShipment = makeShipmentEditSchema({ isDirect, pickedLines }).safeParse({
    type: body.shipping_type ?? shipment.type,
    owner: body.owner ?? shipment.owner_user_id,
    value: formatAmount(body.value ?? shipment.value),
    note: getNewNote(shipment, body),
    lock_version: 0,
    ...(isDirect
      ? {}
      : { order: orderIds, line: lineIds, newer, destination: await findChosenAddress(body) }),
  })
  return parsedShipment.success
    ? parsedShipment.data
    : rejectWithApiNames(parsedShipment.error.issues, wireNames)
}

/**
 * Returns the ids of the lines to pack by default: those of orders that stay, and all waiting ones of added
 * orders.
 */
async function listChosenLineIds(shipment: StaffShipment, orderIds: readonly number[]): Promise<number[]> {
  const isAdded = (id: number) => !shipment.orderIds.includes(id)
  const remainingLines = shipment.lines.filter(({ order_id }) => orderIds.includes(order_id))
  const pickableOrders = orderIds.some(isAdded) ? await listPickableOrders(shipment) : []
  const addedOrders = pickableOrders.filter(({ id }) => isAdded(id) && orderIds.includes(id))
  return [...remainingLines, ...addedOrders.flatMap(({ lines }) => lines)].map(({ id }) => id)
}

/** Validates the body after dispatch, when the form has only the note. */
function parseNote(shipment: StaffShipment, body: ChangedShipment) {
  const isReturned = shipment.status === shipmentStatus.returned
  const { order, owner, value, shipping_type: type } = body
  const changedFields = {
    order: order !== undefined && order.toSorted().join() !== shipment.orderIds.toSorted().join(),
    owner: owner !== undefined && owner !== shipment.owner_user_id,
    value: value !== undefined && value !== null && value !== shipment.value,
    shipping_type: !isReturned && type !== undefined && type !== shipment.type,
  }
  const [lockedField] = Object.entries(changedFields).find(([, isChanged]) => isChanged) ?? []
  if (lockedField)
    throw makeFieldError(
      lockedField,
      formatShipmentRefusal(shipment.cancelled_at ? 'undone' : 'already-sent'),
      'locked',
    )
  const parsedNote = makeNoteSchema({ isReturned }).safeParse({
    note: getNewNote(shipment, body),
    lock_version: 0,
    ...(isReturned ? { type: type ?? shipment.type } : {}),
  })
  return parsedNote.success ? parsedNote.data : rejectWithApiNames(parsedNote.error.issues, wireNames)
}

function getNewNote(shipment: StaffShipment, { note }: ChangedShipment): string {
  return (note === undefined ? shipment.note : note) ?? ''
}
