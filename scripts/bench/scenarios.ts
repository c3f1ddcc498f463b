import { orderStatus } from '#app/domain/orders/order-status.ts'
import { makeStaffListHref } from '#app/http/backoffice/staff-list.ts'
import { listPublications } from '#app/models/catalogue/publication.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { paths } from '#app/paths.ts'
import { type Basket, type Customer, fillCarts, makeCheckoutForm, makeVisitorCarts } from './data.ts'
import type { Ledger } from './ledger.ts'
import type { BenchRequest } from './load.ts'
import type { BenchTurn } from './rounds.ts'
import { prepareStaffTurn, type StaffPostName } from './staff-posts.ts'

const { pendingPayment, confirmed } = orderStatus
const VISITORS_PER_ROUND = 150
const SEE_OTHER = 303
const browserEncodings = 'gzip, deflate, br'

export type Stage = {
  reader: Customer
  customers: Customer[]
  staffCookie: string
  token: string
  publicationIds: number[]
  buyerEmail: string
  basket: Basket
  fleet: Basket
  ledger: Ledger
}

export type Page = { workload: BenchRequest; listExpectedTexts(): Promise<string[]> }
export type PageScenario = { name: string; label: string; pages: Page[] }
export type SharedScenario = { name: string; label: string; workload: BenchRequest }
/** A form that is sent once per turn. `turn` prepares carts and records the expected results. */
export type FormScenario = {
  name: string
  label: string
  isCold?: boolean
  turn(side: string): Promise<BenchTurn>
}

export function listPageScenarios(stage: Stage): PageScenario[] {
  const { reader, publicationIds, token } = stage
  const searches = [
    'manutencao carcara',
    'tomo 12',
    'catalogo pecas',
    'tuiuiu 2000',
    'suplemento',
    'ipanema 19',
  ]
  const makeListPage = (search: string) => listPage(reader.cookie, search)
  const makeStaffPage = (search: string, status: number | undefined) =>
    makeStaffListPage(stage, { search, status })
  return [
    { name: 'publications-list', label: 'List of publications', pages: [makeListPage('')] },
    { name: 'publications-search', label: 'Search of publications', pages: searches.map(makeListPage) },
    {
      name: 'publication',
      label: 'A publication',
      pages: publicationIds.map((id) => ({
        workload: { path: paths.publication(id), cookie: reader.cookie },
        listExpectedTexts: async () => [],
      })),
    },
    {
      name: 'admin-orders',
      label: 'Orders for the staff',
      pages: [undefined, pendingPayment, confirmed].map((status) => makeStaffPage('', status)),
    },
    {
      name: 'admin-orders-search',
      label: 'Search of orders',
      pages: ['Ana Almeida 191', 'PT-AAB', '500017', stage.buyerEmail].map((search) =>
        makeStaffPage(search, confirmed),
      ),
    },
    {
      name: 'api-publications',
      label: 'API: publications',
      pages: [1, 2, 3].map((page) => ({
        workload: { path: `/publication/?ordering=-id&page=${page}`, token },
        listExpectedTexts: async () => [],
      })),
    },
  ]
}

function listPage(cookie: string, search: string): Page {
  return {
    workload: { path: paths.publications({ search }), cookie },
    listExpectedTexts: async () => {
      const { rows, count } = await listPublications({ search, page: 1 })
      if (rows.length === 0) throw new Error(`nothing to find: ${search}`)
      return [...rows.map((row) => row.name), `${count} publicações`]
    },
  }
}

const newestFirst = { page: 1, sort: 'id', direction: 'descending' } as const

function makeStaffListPage(
  { staffCookie: cookie }: Stage,
  query: { search: string; status: number | undefined },
): Page {
  return {
    workload: { path: makeStaffListHref(paths.admin.orders(), { ...newestFirst, ...query }), cookie },
    listExpectedTexts: async () => {
      const { rows } = await listStaffOrders({ ...newestFirst, ...query }, 1)
      if (rows.length === 0) throw new Error(`nothing to find: ${query.search}`)
      return rows.map(({ id }) => `href="${paths.admin.order(id)}"`)
    },
  }
}

export function listSharedScenarios({ publicationIds }: Stage): SharedScenario[] {
  const makeSharedScenario = (name: string, label: string, path: string) => ({
    name: `shared-${name}`,
    label,
    workload: { path, encoding: browserEncodings },
  })
  return [
    makeSharedScenario('home', 'Home', paths.home()),
    makeSharedScenario('list', 'List of publications', paths.publications()),
    makeSharedScenario('publication', 'A publication', paths.publication(publicationIds[0] ?? 0)),
    makeSharedScenario('status', 'Status of the publications', paths.currentVersions()),
    makeSharedScenario('terms', 'Terms', paths.terms()),
  ]
}

export function listFormScenarios(stage: Stage): FormScenario[] {
  const makeOrderTurn = (basket: Basket) => (side: string) => prepareOrderTurn(stage, basket, side)
  const makeStaffPost = (name: StaffPostName, label: string): FormScenario => ({
    name,
    label,
    turn: (side) => prepareStaffTurn(name, { ...stage, side }),
  })
  return [
    { name: 'add-to-cart', label: 'Add to cart', turn: () => prepareCartTurn(stage) },
    { name: 'place-order', label: 'Place an order', turn: makeOrderTurn(stage.basket) },
    { name: 'place-order-10', label: 'An order of ten units', turn: makeOrderTurn(stage.fleet) },
    {
      name: 'first-orders',
      label: 'The first 200 orders of a process',
      isCold: true,
      turn: (side) =>
        prepareOrderTurn({ ...stage, customers: stage.customers.slice(0, 200) }, stage.basket, side),
    },
    makeStaffPost('approve-order', 'Approve an order'),
    makeStaffPost('order-status', 'Cancel an order by its status'),
    makeStaffPost('dispatch-shipment', 'Dispatch a shipment of two copies'),
  ]
}

async function prepareCartTurn({ ledger, publicationIds }: Stage): Promise<BenchTurn> {
  const cookies = await makeVisitorCarts(VISITORS_PER_ROUND)
  const path = paths.cart()
  const workload = publicationIds.slice(0, 4).flatMap((id, cartIndex) =>
    cookies.map((cookie): BenchRequest => {
      const form = `publication_id=${id}&return_to=${encodeURIComponent(paths.publications())}&add=1`
      return cartIndex === 0 ? { path, form } : { path, form, cookie }
    }),
  )
  // Each request without a cookie creates a cart, besides the carts created above.
  ledger.visitorCarts += 2 * cookies.length
  ledger.visitorItems += workload.length
  return { workload, extent: { isOnce: true, status: SEE_OTHER } }
}

/** Fills a cart for each customer. In the turn, each customer orders once. */
async function prepareOrderTurn(
  { customers, ledger }: Stage,
  basket: Basket,
  side: string,
): Promise<BenchTurn> {
  const tokens = await fillCarts(customers, basket)
  const workload = customers.map(({ cookie }, index) => {
    const token = tokens[index] ?? ''
    ledger.orders.push({ side, token, units: basket.units })
    return { path: paths.checkout(), cookie, form: makeCheckoutForm(token, basket).toString() }
  })
  return { workload, extent: { isOnce: true, status: SEE_OTHER } }
}
