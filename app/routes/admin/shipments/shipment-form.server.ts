import { formatCep } from '#app/domain/accounts/cep.ts'
import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getDefaultShipmentType, isPending } from '#app/domain/shipments/shipment.ts'
import {
  listPickableOrders,
  type ShipmentInput,
  toChosenContents,
} from '#app/http/backoffice/shipment-changes.server.ts'
import { loadConflict } from '#app/http/conflict.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findLockVersion } from '#app/models/platform/optimistic-lock.server.ts'
import { findMissingKeysByOrder } from '#app/models/shipments/invoice-keys.server.ts'
import { findShipmentOfSubscription } from '#app/models/shipments/shipment.server.ts'
import {
  findClient,
  findClients,
  listAddresses,
  listStaff,
} from '#app/models/shipments/shipment-client.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { findShipmentForStaff, type StaffShipment } from '#app/models/shipments/shipment-detail.server.ts'
import { listShipmentRecipients } from '#app/models/shipments/shipment-label.server.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatAmount, formatReais } from '#app/text/platform/format.ts'
import { formatCopies, shipmentLabels } from '#app/text/shipments/shipment-labels.ts'

type TextsByField = Record<string, string>

/** Loads a new shipment's form: a client search, or the orders of the client in the URL (F82, F86, F87). */
export async function loadNewShipmentPage(request: Request, userId: number, unitId?: number) {
  const { searchParams } = new URL(request.url)
  const subscriptionId = unitId ?? parseId(searchParams.get('signature'))
  const unitShipment =
    subscriptionId === undefined
      ? undefined
      : ((await findShipmentOfSubscription(subscriptionId)) ?? notFound())
  const clientId = unitShipment?.profileId ?? parseId(searchParams.get('client'))
  const clientSearch = (searchParams.get('client_search') ?? '').trim().slice(0, 100)
  const [client, orders, staff, results, [orderAddress]] = await Promise.all([
    clientId === undefined ? undefined : findClient(clientId),
    clientId === undefined ? [] : listSelectableOrders(clientId),
    listStaff(),
    clientSearch === '' || clientId !== undefined ? null : findClients(clientSearch),
    listAddresses(unitShipment?.addressId ? [unitShipment.addressId] : []),
  ])
  if (clientId !== undefined && !client) return notFound()
  const orderId = unitShipment?.orderId ?? parseId(searchParams.get('order'))
  const isOrderSelectable = orders.some((order) => order.id === orderId)
  const address = orderAddress ?? client?.address ?? null
  const hasNothingToSend = unitShipment !== undefined && !isOrderSelectable
  const isOnlyOrder = orders.length === 1 && !hasNothingToSend
  const chosenOrders = orders.filter((order) => (isOrderSelectable ? order.id === orderId : isOnlyOrder))
  const unitType = unitShipment && getDefaultShipmentType(unitShipment.shippingType)
  const ordersType = findShipmentType(chosenOrders.length > 0 ? chosenOrders : orders)
  return {
    kind: 'new' as const,
    subscriptionId: subscriptionId ?? null,
    clientSearch,
    results,
    client: client ?? null,
    orders,
    keys: await findMissingKeysByOrder(orders.map(({ id }) => id)),
    staff,
    isDirect: orders.length === 0 && client !== undefined,
    chosen: {
      orders: chosenOrders.map(({ id }) => id),
      lines: chosenOrders.flatMap(({ lines }) => lines.map(({ id }) => id)),
      newerLines: [],
    },
    hasNothingToSend,
    saved: {
      token: makeCheckoutToken(),
      ...toAddressTexts(address),
      type: unitType ?? ordersType ?? '',
      owner: String(userId),
      value: formatAmount(0),
      creation_date: toCivilDate(new Date()),
    },
  }
}

/** Returns the default shipment type of the first order that has one. */
function findShipmentType(orders: readonly { shipping_type: string }[]): ShipmentType | undefined {
  for (const order of orders) {
    const type = getDefaultShipmentType(order.shipping_type)
    if (type !== null) return type
  }
  return undefined
}

type Address = NonNullable<NonNullable<Awaited<ReturnType<typeof findClient>>>['address']>

function toAddressTexts(address: Address | null): TextsByField {
  if (!address) return {}
  const { id: _, ...parts } = address
  const texts = Object.entries({ ...parts, zip_code: formatCep(parts.zip_code) })
  return Object.fromEntries(texts.map(([name, text]) => [`shipping.${name}`, text]))
}

/** Returns a shipment with form, history and version. Throws 404 for an unknown id. */
export async function loadShipmentPage(id: number) {
  const shipment = (await findShipmentForStaff(id)) ?? notFound()
  const isUnderWay = isPending(shipment)
  const [lock_version, history, staff, orders, { withoutAddress }] = await Promise.all([
    findLockVersion('shipments', id),
    listHistoryForStaff('shipment', id),
    listStaff(),
    isUnderWay ? listPickableOrders(shipment) : [],
    listShipmentRecipients([id]),
  ])
  return {
    kind: 'existing' as const,
    shipment,
    orders,
    chosen: toChosenContents(shipment),
    staff: addOwner(staff, shipment),
    withoutAddress,
    lock_version: lock_version ?? 0,
    saved: toSavedTexts(shipment),
    history: formatHistoryLines(history),
  }
}

function toSavedTexts({ type, owner_user_id, value, note, address }: StaffShipment) {
  return {
    type,
    owner: String(owner_user_id),
    value: formatAmount(value),
    note: note ?? '',
    destination: String(address?.id ?? ''),
  }
}

/** Returns the staff and the shipment's owner, who may no longer belong to the staff. */
function addOwner(staff: { id: number; name: string }[], { owner_user_id, owner }: StaffShipment) {
  if (staff.some(({ id }) => id === owner_user_id)) return staff
  return [...staff, { id: owner_user_id, name: owner ?? '-' }]
}

/** Returns the stored and the typed version after a conflict. */
export async function loadShipmentConflict(
  id: number,
  typedShipment: ShipmentInput,
  payload: Record<string, unknown>,
) {
  const shipment = (await findShipmentForStaff(id)) ?? notFound()
  const staff = await listStaff()
  const findName = (userId: number) => staff.find((person) => person.id === userId)?.name ?? '-'
  const stored: TextsByField = {
    type: formatService(shipment.type),
    owner: shipment.owner ?? '-',
    value: formatReais(shipment.value),
    note: shipment.note ?? '',
    order: formatContents(shipment.orderIds, shipment.lines.length),
  }
  const { type, owner, value, note, order, line = [] } = typedShipment
  const sentTexts: TextsByField = {
    ...stored,
    ...(type ? { type: formatService(type) } : {}),
    ...(owner ? { owner: findName(owner) } : {}),
    ...(value === undefined ? {} : { value: formatReais(value) }),
    ...(order ? { order: formatContents(order, line.length) } : {}),
    note,
  }
  const saved = toSavedTexts(shipment)
  const versions = { labels: shipmentLabels, stored, typed: sentTexts, sent: payload, saved }
  return { conflict: await loadConflict({ entity: 'shipment', id }, versions), saved }
}

function formatContents(orderIds: readonly number[], copyCount: number): string {
  return `${orderIds.map((id) => `nº ${id}`).join(', ')} (${formatCopies(copyCount)})`
}
