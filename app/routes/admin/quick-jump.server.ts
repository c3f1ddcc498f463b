import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import * as jump from '#app/models/backoffice/quick-jump.server.ts'
import { findOrderIdsByInvoice, findOrderIdsByPurchaseOrder } from '#app/models/orders/order-search.server.ts'
import { findBoletoIdsByNumber } from '#app/models/payments/boleto-list.server.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { paths } from '#app/paths.ts'
import { type JumpKind, jumpKinds, readNumber } from '#app/routes/admin/quick-jump-labels.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getPublicationState } from '#app/text/catalogue/publication-labels.ts'
import { formatService } from '#app/text/checkout/carriers/carriers.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { formatShipmentLine, getShipmentState } from '#app/text/shipments/shipment-labels.ts'

const getPagePath: Record<JumpKind, (id: number) => string> = {
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

/** A group of up to ten results, clients with their newest orders, and the complete list. */
export type JumpGroup = {
  title: string
  links: readonly (JumpLink & { subLinks?: readonly JumpLink[] })[]
  all: string
}

/**
 * Returns the page of a single record: a number with its kind ('pedido 12'), or a marked number ('nº 12')
 * that only one kind has. Undefined if staff must choose.
 */
export async function findDirectLink(text: string): Promise<string | undefined> {
  const typedNumber = readNumber(text)
  if (!typedNumber?.isExplicit) return undefined
  const tables = await jump.listTablesWithId(typedNumber.number)
  const kinds = jumpKinds.filter((kind) => tables.includes(jumpTables[kind]))
  const only = typedNumber.kind ?? (kinds.length === 1 ? kinds[0] : undefined)
  return only && kinds.includes(only) ? getPagePath[only](typedNumber.number) : undefined
}

/** Returns the page if all results belong to one record (D89). */
export function findOnlyLink(groups: readonly JumpGroup[]): string | undefined {
  const hrefs = new Set(groups.flatMap(({ links }) => links.map(({ href }) => href)))
  const [href] = hrefs
  return hrefs.size === 1 ? href : undefined
}

/** Returns everything that a text may mean, in short groups, each from an index. Omits empty groups. */
export async function listJumpGroups(text: string): Promise<JumpGroup[]> {
  const number = readNumber(text)?.number
  const code = normaliseTrackingCode(text)
  const isWords = number === undefined && text.length >= 2
  const [orders, people, boletos, registrations, subscriptions, shipments, publications] = await Promise.all([
    findOrders(text, number),
    findPeople(text, { number, isWords }),
    findBoletos(text),
    jump.listUnitsByRegistration(number ? [] : listRegistrationStarts(text)),
    jump.listSubscriptionsById(await findIds('subscriptions', number)),
    number || code ? jump.listShipments({ ids: await findIds('shipments', number), code }) : [],
    number || isWords ? jump.listPublicationsByName({ id: number, text }) : [],
  ])
  const search = String(number ?? text)
  const [orderLinks, personLinks, aircraftLinks] = await Promise.all([
    linkOrders(orders),
    linkPeople(people),
    linkOrders(registrations.orders),
  ])
  return [
    { title: 'Pedidos', links: orderLinks, all: formatListHref(paths.admin.orders(), search) },
    { title: 'Boletos', links: boletos.map(linkBoleto), all: formatListHref(paths.admin.boletos(), search) },
    { title: 'Usuários', links: personLinks, all: formatListHref(paths.admin.users(), search) },
    {
      title: 'Pedidos da aeronave',
      links: aircraftLinks,
      all: formatListHref(paths.admin.orders(), search),
    },
    {
      title: 'Assinaturas',
      links: [...subscriptions, ...registrations.subscriptions].map(linkSubscription),
      all: formatListHref(paths.admin.signatures(), search),
    },
    {
      title: 'Expedições',
      links: shipments.map(linkShipment),
      all: formatListHref(paths.admin.shipments(), search),
    },
    {
      title: 'Publicações',
      links: publications.map(linkPublication),
      all: formatListHref(paths.admin.publications(), search),
    },
  ].filter(({ links }) => links.length > 0)
}

/** Finds orders by number, by NF-e or its beginning, or by the client's own number. */
async function findOrders(text: string, number: number | undefined) {
  const byInvoice = /\d/.test(text) ? await findOrderIdsByInvoice(number ? String(number) : text) : []
  const byPurchaseOrder = text.length >= 3 ? await findOrderIdsByPurchaseOrder(text) : []
  return jump.listOrdersById([...(await findIds('orders', number)), ...byInvoice, ...byPurchaseOrder])
}

/** Finds people. A short number is a client's id; a long one may be a document or phone. */
async function findPeople(text: string, typedSearch: { number: number | undefined; isWords: boolean }) {
  const [numbered, found] = await Promise.all([
    jump.listPeopleById(await findIds('profiles', typedSearch.number)),
    typedSearch.number || typedSearch.isWords ? jump.listPeople(text) : [],
  ])
  return [...numbered, ...found.filter(({ id }) => !numbered.some((other) => other.id === id))]
}

function findIds(table: 'orders' | 'profiles' | 'shipments' | 'subscriptions', number: number | undefined) {
  return number ? listIdsByNumber(table, number) : []
}

async function findBoletos(text: string) {
  return jump.listBoletos(await findBoletoIdsByNumber(text))
}

/** Returns possible registrations: 'PTF' and 'PT-F' for 'ptf'. Requires three characters. */
function listRegistrationStarts(text: string): string[] {
  const typedText = text.trim().toUpperCase()
  if (!/^[A-Z0-9-]{3,10}$/.test(typedText)) return []
  const dashed =
    normaliseRegistration(text) ??
    (/^[A-Z]{3,5}$/.test(typedText) ? `${typedText.slice(0, 2)}-${typedText.slice(2)}` : typedText)
  return [...new Set([typedText, dashed])]
}

function formatListHref(base: string, search: string): string {
  return `${base}?${new URLSearchParams({ search })}`
}

function formatClientName(client: {
  name: string
  is_company: boolean
  company_name: string | null
}): string {
  return getClientName({ name: client.name, isCompany: client.is_company, companyName: client.company_name })
}

async function linkOrders(orders: Awaited<ReturnType<typeof jump.listOrdersById>>): Promise<JumpLink[]> {
  const hints = await hintOrders(orders)
  return orders.map((order) => ({
    href: paths.admin.order(order.id),
    text: `Pedido nº ${order.id}, ${formatClientName(order)}`,
    hint: hints.get(order.id) ?? '',
  }))
}

type Stated = { id: number; date: CivilDate; status: number; reason: string | null }

/** Returns each order's state: '21/11/2026, Pagamento confirmado; Enviado em 23/11/2026, AA123456785BR'. */
async function hintOrders(orders: readonly Stated[]): Promise<Map<number, string>> {
  const shipments = await listShipmentsOfOrders(orders.map(({ id }) => id))
  const formatHint = (order: Stated) => {
    const own = shipments.filter(({ orderId }) => orderId === order.id)
    const sentShipments = own.map((each) =>
      [formatShipmentLine(each), each.trackCode].filter(Boolean).join(', '),
    )
    return [`${formatDate(order.date)}, ${getCustomerStatus(order).text}`, ...sentShipments].join('; ')
  }
  return new Map(orders.map((order) => [order.id, formatHint(order)]))
}

function linkBoleto(boleto: Awaited<ReturnType<typeof jump.listBoletos>>[number]) {
  return {
    href: `${paths.admin.order(boleto.orderId)}#boletos`,
    text: `Boleto ${boleto.ourNumber}, pedido nº ${boleto.orderId}`,
    hint: `${boleto.payerName}, ${formatReais(boleto.value)}, vence em ${formatDate(boleto.dueDate)}`,
  }
}

async function linkPeople(people: Awaited<ReturnType<typeof jump.listPeopleById>>) {
  const orders = await jump.listNewestOrders(people.map(({ id }) => id))
  const hints = await hintOrders(orders)
  const toLink = ({ id }: { id: number }) => ({
    href: paths.admin.order(id),
    text: `Pedido nº ${id}`,
    hint: hints.get(id) ?? '',
  })
  return people.map((person) => ({
    href: paths.admin.client(person.id),
    text: formatClientName(person),
    hint: person.email,
    subLinks: orders.filter(({ profileId }) => profileId === person.id).map(toLink),
  }))
}

function linkSubscription(unit: Awaited<ReturnType<typeof jump.listSubscriptionsById>>[number]) {
  const hint = [unit.registration, unit.due && `até ${formatDate(unit.due)}`].filter(Boolean).join(', ')
  return { href: paths.admin.signature(unit.id), text: `nº ${unit.id}, ${unit.name}`, hint }
}

function linkShipment(shipment: Awaited<ReturnType<typeof jump.listShipments>>[number]) {
  const data = [getShipmentState(shipment).text, formatService(shipment.type), shipment.trackCode]
  return {
    href: paths.admin.shipment(shipment.id),
    text: `Expedição nº ${shipment.id}`,
    hint: data.filter(Boolean).join(', '),
  }
}

function linkPublication(publication: Awaited<ReturnType<typeof jump.listPublicationsByName>>[number]) {
  const { id, name, version, active } = publication
  const state = getPublicationState(publication).toLowerCase()
  return { href: paths.admin.publication(id), text: name, hint: active ? version : `${version}, ${state}` }
}
