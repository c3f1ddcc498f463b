import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import * as jump from '#app/models/backoffice/quick-jump.server.ts'
import { findOrderIdsByInvoice, findOrderIdsByPurchaseOrder } from '#app/models/orders/order-search.server.ts'
import { findBoletoIdsByNumber } from '#app/models/payments/boleto-list.server.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { paths } from '#app/paths.ts'
import { type JumpKind, jumpKinds, parseTypedNumber } from '#app/routes/admin/quick-jump-labels.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getPublicationState } from '#app/text/catalogue/publication-labels.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { formatShipmentLine, getShipmentState } from '#app/text/shipments/shipment-labels.ts'

const pagePaths: Record<JumpKind, (id: number) => string> = {
  order: paths.admin.order,
  user: paths.admin.client,
  shipment: paths.admin.shipment,
  subscription: paths.admin.signature,
  publication: paths.admin.publication,
}
const jumpTables: Record<JumpKind, jump.JumpTable> = {
  order: 'orders',
  user: 'profiles',
  shipment: 'shipments',
  subscription: 'subscriptions',
  publication: 'publications',
}

type JumpLink = { href: string; text: string; hint: string }

/** Up to ten results of one kind, clients with their newest orders, and the address of the complete list. */
export type JumpGroup = {
  title: string
  links: readonly (JumpLink & { subLinks?: readonly JumpLink[] })[]
  listHref: string
}

/**
 * Returns the page of the record that a text names: by kind and number ('pedido 12'), or by a marked number
 * ('nº 12') if only one kind has a record with this number. Returns undefined if staff must choose.
 */
export async function findDirectLink(text: string): Promise<string | undefined> {
  const typedNumber = parseTypedNumber(text)
  if (!typedNumber?.isExplicit) return undefined
  const tables = await jump.listTablesWithId(typedNumber.number)
  const kinds = jumpKinds.filter((kind) => tables.includes(jumpTables[kind]))
  const onlyKind = typedNumber.kind ?? (kinds.length === 1 ? kinds[0] : undefined)
  return onlyKind && kinds.includes(onlyKind) ? pagePaths[onlyKind](typedNumber.number) : undefined
}

/** Returns the page if all results belong to one record (D89). */
export function findOnlyLink(groups: readonly JumpGroup[]): string | undefined {
  const hrefs = new Set(groups.flatMap(({ links }) => links.map(({ href }) => href)))
  const [href] = hrefs
  return hrefs.size === 1 ? href : undefined
}

/** Returns the records that a text may mean, in short groups by kind. Omits empty groups. */
export async function listJumpGroups(text: string): Promise<JumpGroup[]> {
  const number = parseTypedNumber(text)?.number
  const code = normaliseTrackingCode(text)
  const isNameSearch = number === undefined && text.length >= 2
  const [orders, people, boletos, registrations, subscriptions, shipments, publications] = await Promise.all([
    findOrders(text, number),
    findPeople(text, { number, isNameSearch }),
    findBoletos(text),
    jump.listUnitsByRegistration(number ? [] : listRegistrationStarts(text)),
    jump.listSubscriptionsById(await findIds('subscriptions', number)),
    number || code ? jump.listShipments({ ids: await findIds('shipments', number), code }) : [],
    number || isNameSearch ? jump.listPublicationsByName({ id: number, text }) : [],
  ])
  const listSearch = String(number ?? text)
  const [orderLinks, personLinks, aircraftLinks] = await Promise.all([
    toOrderLinks(orders),
    toPersonLinks(people),
    toOrderLinks(registrations.orders),
  ])
  return [
    { title: 'Pedidos', links: orderLinks, listHref: formatListHref(paths.admin.orders(), listSearch) },
    {
      title: 'Boletos',
      links: boletos.map(toBoletoLink),
      listHref: formatListHref(paths.admin.boletos(), listSearch),
    },
    { title: 'Usuários', links: personLinks, listHref: formatListHref(paths.admin.users(), listSearch) },
    {
      title: 'Pedidos da aeronave',
      links: aircraftLinks,
      listHref: formatListHref(paths.admin.orders(), listSearch),
    },
    {
      title: 'Assinaturas',
      links: [...subscriptions, ...registrations.subscriptions].map(toSubscriptionLink),
      listHref: formatListHref(paths.admin.signatures(), listSearch),
    },
    {
      title: 'Expedições',
      links: shipments.map(toShipmentLink),
      listHref: formatListHref(paths.admin.shipments(), listSearch),
    },
    {
      title: 'Publicações',
      links: publications.map(toPublicationLink),
      listHref: formatListHref(paths.admin.publications(), listSearch),
    },
  ].filter(({ links }) => links.length > 0)
}

const MIN_PURCHASE_ORDER_LENGTH = 3

/** Finds orders by number, by the beginning of the NF-e, or by the purchase order number. */
async function findOrders(text: string, number: number | undefined) {
  const byInvoice = /\d/.test(text) ? await findOrderIdsByInvoice(number ? String(number) : text) : []
  const byPurchaseOrder =
    text.length >= MIN_PURCHASE_ORDER_LENGTH ? await findOrderIdsByPurchaseOrder(text) : []
  return jump.listOrdersById([...(await findIds('orders', number)), ...byInvoice, ...byPurchaseOrder])
}

/** Finds people. A short number is a client's id; a long number may be a document or phone. */
async function findPeople(text: string, query: { number: number | undefined; isNameSearch: boolean }) {
  const [peopleById, peopleByText] = await Promise.all([
    jump.listPeopleById(await findIds('profiles', query.number)),
    query.number || query.isNameSearch ? jump.listPeople(text) : [],
  ])
  const listedIds = new Set(peopleById.map(({ id }) => id))
  return [...peopleById, ...peopleByText.filter(({ id }) => !listedIds.has(id))]
}

function findIds(table: 'orders' | 'profiles' | 'shipments' | 'subscriptions', number: number | undefined) {
  return number ? listIdsByNumber(table, number) : []
}

async function findBoletos(text: string) {
  return jump.listBoletos(await findBoletoIdsByNumber(text))
}

const registrationStartPattern = /^[A-Z0-9-]{3,10}$/
const lettersOnlyPattern = /^[A-Z]{3,5}$/

/** Returns both spellings of a registration's beginning ('PTF', 'PT-F'). Requires three characters. */
function listRegistrationStarts(text: string): string[] {
  const typedText = text.trim().toUpperCase()
  if (!registrationStartPattern.test(typedText)) return []
  const dashedLetters = `${typedText.slice(0, 2)}-${typedText.slice(2)}`
  const dashedStart = lettersOnlyPattern.test(typedText) ? dashedLetters : typedText
  return [...new Set([typedText, normaliseRegistration(text) ?? dashedStart])]
}

function formatListHref(base: string, search: string): string {
  return `${base}?${new URLSearchParams({ search })}`
}

function formatClientName(person: {
  name: string
  is_company: boolean
  company_name: string | null
}): string {
  return getClientName({ name: person.name, isCompany: person.is_company, companyName: person.company_name })
}

async function toOrderLinks(orders: Awaited<ReturnType<typeof jump.listOrdersById>>): Promise<JumpLink[]> {
  const hints = await formatOrderHints(orders)
  return orders.map((order) => ({
    href: paths.admin.order(order.id),
    text: `Pedido nº ${order.id}, ${formatClientName(order)}`,
    hint: hints.get(order.id) ?? '',
  }))
}

type OrderState = { id: number; date: CivilDate; status: number; reason: string | null }

/** Returns each order's state: '21/11/2026, Pagamento confirmado; Enviado em 23/11/2026, AA123456785BR'. */
async function formatOrderHints(orders: readonly OrderState[]): Promise<Map<number, string>> {
  const shipments = await listShipmentsOfOrders(orders.map(({ id }) => id))
  const formatHint = (order: OrderState) => {
    const orderShipments = shipments.filter(({ orderId }) => orderId === order.id)
    const shipmentTexts = orderShipments.map((shipment) =>
      [formatShipmentLine(shipment), shipment.trackCode].filter(Boolean).join(', '),
    )
    return [`${formatDate(order.date)}, ${getCustomerStatus(order).text}`, ...shipmentTexts].join('; ')
  }
  return new Map(orders.map((order) => [order.id, formatHint(order)]))
}

function toBoletoLink(boleto: Awaited<ReturnType<typeof jump.listBoletos>>[number]) {
  return {
    href: `${paths.admin.order(boleto.orderId)}#boletos`,
    text: `Boleto ${boleto.ourNumber}, pedido nº ${boleto.orderId}`,
    hint: `${boleto.payerName}, ${formatReais(boleto.value)}, vence em ${formatDate(boleto.dueDate)}`,
  }
}

async function toPersonLinks(people: Awaited<ReturnType<typeof jump.listPeopleById>>) {
  const orders = await jump.listNewestOrders(people.map(({ id }) => id))
  const hints = await formatOrderHints(orders)
  const toOrderLink = ({ id }: { id: number }) => ({
    href: paths.admin.order(id),
    text: `Pedido nº ${id}`,
    hint: hints.get(id) ?? '',
  })
  return people.map((person) => ({
    href: paths.admin.client(person.id),
    text: formatClientName(person),
    hint: person.email,
    subLinks: orders.filter(({ profileId }) => profileId === person.id).map(toOrderLink),
  }))
}

function toSubscriptionLink(unit: Awaited<ReturnType<typeof jump.listSubscriptionsById>>[number]) {
  const hint = [formatAircraftName(unit), unit.due && `até ${formatDate(unit.due)}`]
    .filter(Boolean)
    .join(', ')
  return { href: paths.admin.signature(unit.id), text: `nº ${unit.id}, ${unit.name}`, hint }
}

function toShipmentLink(shipment: Awaited<ReturnType<typeof jump.listShipments>>[number]) {
  const hintParts = [getShipmentState(shipment).text, formatService(shipment.type), shipment.trackCode]
  return {
    href: paths.admin.shipment(shipment.id),
    text: `Expedição nº ${shipment.id}`,
    hint: hintParts.filter(Boolean).join(', '),
  }
}

function toPublicationLink(publication: Awaited<ReturnType<typeof jump.listPublicationsByName>>[number]) {
  const { id, name, version, active } = publication
  const state = getPublicationState(publication).toLowerCase()
  return { href: paths.admin.publication(id), text: name, hint: active ? version : `${version}, ${state}` }
}
