import { normaliseRegistration } from '#app/domain/accounts/aircraft.ts'
import { normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import * as jump from '#app/models/backoffice/quick-jump.server.ts'
import { findOrderIdsByInvoice, findOrderIdsByPurchaseOrder } from '#app/models/orders/order-search.server.ts'
import { findBoletoIdsByNumber } from '#app/models/payments/boleto-list.server.ts'
import { idsOfNumber } from '#app/models/platform/record-number.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { paths } from '#app/paths.ts'
import { type JumpKind, jumpKinds, readNumber } from '#app/routes/admin/quick-jump-labels.ts'
import { clientName } from '#app/text/accounts/client-labels.ts'
import { publicationState } from '#app/text/catalogue/publication-labels.ts'
import { formatService } from '#app/text/checkout/carriers/carriers.ts'
import { statusForCustomer } from '#app/text/orders/order-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { shipmentLine, stateOfShipment } from '#app/text/shipments/shipment-labels.ts'

const pageOf: Record<JumpKind, (id: number) => string> = {
  order: paths.admin.order,
  user: paths.admin.client,
  shipment: paths.admin.shipment,
  subscription: paths.admin.signature,
  publication: paths.admin.publication,
}
const tableOf: Record<JumpKind, jump.JumpTables> = {
  order: 'orders',
  user: 'profiles',
  shipment: 'shipments',
  subscription: 'subscriptions',
  publication: 'publications',
}

type JumpLink = { href: string; text: string; hint: string }

/** A group of up to ten results, of clients with their newest orders, and the complete list for the same search. */
export type JumpGroup = {
  title: string
  links: readonly (JumpLink & { under?: readonly JumpLink[] })[]
  all: string
}

/**
 * Returns the page of a text that means one record: a number with its kind ('pedido 12'), or a marked number ('nº
 * 12') that only one kind has. Undefined if staff must choose.
 */
export async function straightTo(text: string): Promise<string | undefined> {
  const typed = readNumber(text)
  if (!typed?.isSaid) return undefined
  const tables = await jump.tablesWithId(typed.number)
  const kinds = jumpKinds.filter((kind) => tables.includes(tableOf[kind]))
  const only = typed.kind ?? (kinds.length === 1 ? kinds[0] : undefined)
  return only && kinds.includes(only) ? pageOf[only](typed.number) : undefined
}

/** Returns the page if all results belong to one record, so that there is no choice (D89). */
export function onlyLink(groups: readonly JumpGroup[]): string | undefined {
  const hrefs = new Set(groups.flatMap(({ links }) => links.map(({ href }) => href)))
  const [href] = hrefs
  return hrefs.size === 1 ? href : undefined
}

/** Returns everything that a text may mean in short groups, each from an index; omits empty groups. */
export async function jumpGroups(text: string): Promise<JumpGroup[]> {
  const number = readNumber(text)?.number
  const code = normaliseTrackingCode(text)
  const isWords = number === undefined && text.length >= 2
  const [orders, people, boletos, registrations, subscriptions, shipments, publications] = await Promise.all([
    ordersOf(text, number),
    peopleOf(text, { number, isWords }),
    boletosOf(text),
    jump.listByRegistration(number ? [] : registrationStarts(text)),
    jump.listSubscriptionsById(await idsOf('subscriptions', number)),
    number || code ? jump.listShipments({ ids: await idsOf('shipments', number), code }) : [],
    number || isWords ? jump.listPublicationsByName({ id: number, text }) : [],
  ])
  const search = String(number ?? text)
  const [orderLinks, personLinks, aircraftLinks] = await Promise.all([
    linksOfOrders(orders),
    linksOfPeople(people),
    linksOfOrders(registrations.orders),
  ])
  return [
    { title: 'Pedidos', links: orderLinks, all: listOf(paths.admin.orders(), search) },
    { title: 'Boletos', links: boletos.map(boletoLink), all: listOf(paths.admin.boletos(), search) },
    { title: 'Usuários', links: personLinks, all: listOf(paths.admin.users(), search) },
    {
      title: 'Pedidos da aeronave',
      links: aircraftLinks,
      all: listOf(paths.admin.orders(), search),
    },
    {
      title: 'Assinaturas',
      links: [...subscriptions, ...registrations.subscriptions].map(subscriptionLink),
      all: listOf(paths.admin.signatures(), search),
    },
    {
      title: 'Expedições',
      links: shipments.map(shipmentLink),
      all: listOf(paths.admin.shipments(), search),
    },
    {
      title: 'Publicações',
      links: publications.map(publicationLink),
      all: listOf(paths.admin.publications(), search),
    },
  ].filter(({ links }) => links.length > 0)
}

/** Finds orders by their number, by the NF-e or its beginning, or by the client's own number. */
async function ordersOf(text: string, number: number | undefined) {
  const byInvoice = /\d/.test(text) ? await findOrderIdsByInvoice(number ? String(number) : text) : []
  const byPurchaseOrder = text.length >= 3 ? await findOrderIdsByPurchaseOrder(text) : []
  return jump.listOrdersById([...(await idsOf('orders', number)), ...byInvoice, ...byPurchaseOrder])
}

/** Finds people; a short number is a client's id, a long one also a document or phone. */
async function peopleOf(text: string, typed: { number: number | undefined; isWords: boolean }) {
  const [numbered, found] = await Promise.all([
    jump.listPeopleById(await idsOf('profiles', typed.number)),
    typed.number || typed.isWords ? jump.listPeople(text) : [],
  ])
  return [...numbered, ...found.filter(({ id }) => !numbered.some((other) => other.id === id))]
}

function idsOf(table: 'orders' | 'profiles' | 'shipments' | 'subscriptions', number: number | undefined) {
  return number ? idsOfNumber(table, number) : []
}

async function boletosOf(text: string) {
  return jump.listBoletos(await findBoletoIdsByNumber(text))
}

/** Returns beginnings of registrations for a text: 'PTF' and 'PT-F' for 'ptf'. Requires three characters. */
function registrationStarts(text: string): string[] {
  const typed = text.trim().toUpperCase()
  if (!/^[A-Z0-9-]{3,10}$/.test(typed)) return []
  const dashed =
    normaliseRegistration(text) ??
    (/^[A-Z]{3,5}$/.test(typed) ? `${typed.slice(0, 2)}-${typed.slice(2)}` : typed)
  return [...new Set([typed, dashed])]
}

function listOf(base: string, search: string): string {
  return `${base}?${new URLSearchParams({ search })}`
}

function nameOf(client: { name: string; is_company: boolean; company_name: string | null }): string {
  return clientName({ name: client.name, isCompany: client.is_company, companyName: client.company_name })
}

async function linksOfOrders(orders: Awaited<ReturnType<typeof jump.listOrdersById>>): Promise<JumpLink[]> {
  const hints = await hintsOfOrders(orders)
  return orders.map((order) => ({
    href: paths.admin.order(order.id),
    text: `Pedido nº ${order.id}, ${nameOf(order)}`,
    hint: hints.get(order.id) ?? '',
  }))
}

type Stated = { id: number; date: CivilDate; status: number; reason: string | null }

/** Returns each order's state: '21/11/2026, Pagamento confirmado; Enviado em 23/11/2026, AA123456785BR'. */
async function hintsOfOrders(orders: readonly Stated[]): Promise<Map<number, string>> {
  const shipments = await listShipmentsOfOrders(orders.map(({ id }) => id))
  const hintOf = (order: Stated) => {
    const own = shipments.filter(({ orderId }) => orderId === order.id)
    const sent = own.map((each) => [shipmentLine(each), each.trackCode].filter(Boolean).join(', '))
    return [`${formatDate(order.date)}, ${statusForCustomer(order).text}`, ...sent].join('; ')
  }
  return new Map(orders.map((order) => [order.id, hintOf(order)]))
}

function boletoLink(boleto: Awaited<ReturnType<typeof jump.listBoletos>>[number]) {
  return {
    href: `${paths.admin.order(boleto.orderId)}#boletos`,
    text: `Boleto ${boleto.ourNumber}, pedido nº ${boleto.orderId}`,
    hint: `${boleto.payerName}, ${formatReais(boleto.value)}, vence em ${formatDate(boleto.dueDate)}`,
  }
}

async function linksOfPeople(people: Awaited<ReturnType<typeof jump.listPeopleById>>) {
  const orders = await jump.listNewestOrders(people.map(({ id }) => id))
  const hints = await hintsOfOrders(orders)
  const linkOf = ({ id }: { id: number }) => ({
    href: paths.admin.order(id),
    text: `Pedido nº ${id}`,
    hint: hints.get(id) ?? '',
  })
  return people.map((person) => ({
    href: paths.admin.client(person.id),
    text: nameOf(person),
    hint: person.email,
    under: orders.filter(({ profileId }) => profileId === person.id).map(linkOf),
  }))
}

function subscriptionLink(unit: Awaited<ReturnType<typeof jump.listSubscriptionsById>>[number]) {
  const hint = [unit.registration, unit.due && `até ${formatDate(unit.due)}`].filter(Boolean).join(', ')
  return { href: paths.admin.signature(unit.id), text: `nº ${unit.id}, ${unit.name}`, hint }
}

function shipmentLink(shipment: Awaited<ReturnType<typeof jump.listShipments>>[number]) {
  const facts = [stateOfShipment(shipment).text, formatService(shipment.type), shipment.trackCode]
  return {
    href: paths.admin.shipment(shipment.id),
    text: `Expedição nº ${shipment.id}`,
    hint: facts.filter(Boolean).join(', '),
  }
}

function publicationLink(publication: Awaited<ReturnType<typeof jump.listPublicationsByName>>[number]) {
  const { id, name, version, active } = publication
  const state = publicationState(publication).toLowerCase()
  return { href: paths.admin.publication(id), text: name, hint: active ? version : `${version}, ${state}` }
}
