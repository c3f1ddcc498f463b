import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { monthOf, type Period } from '#app/domain/platform/period.ts'
import { staffListHref } from '#app/http/backoffice/staff-list.ts'
import { listPublications } from '#app/models/catalogue/publication.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { paidOrders } from '#app/models/reports/paid-orders.server.ts'
import { paths } from '#app/paths.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { type Basket, type Customer, checkoutForm, fillCarts } from './data.ts'
import type { Ledger } from './ledger.ts'
import type { Scenario, Visit } from './measure.ts'
import type { Answer } from './side.ts'

/** An answer that is not the one it has to be: then no figure counts. */
export class WrongAnswer extends Error {
  override name = 'WrongAnswer'
}

const { pendingPayment, confirmed } = orderStatus
const listRequests = 64
const cartVisits = 16
const addsPerVisit = 4

export type Stage = {
  customers: Customer[]
  staffCookie: string
  token: string
  basket: Basket
  fleet: Basket
  ledger: Ledger
}

/** The ways through the shop that are measured. */
export function scenarios(stage: Stage): Scenario[] {
  const pages = Array.from({ length: 30 }, (_, index) => ({ search: '', page: index + 1 }))
  const searches = [
    'manutencao carcara',
    'tomo 12',
    'catalogo pecas',
    'tuiuiu 2000',
    'suplemento',
    'ipanema 199',
  ]
  return [
    { name: 'publications-list', label: 'Lista de publicações', visits: listVisits(pages) },
    {
      name: 'publications-search',
      label: 'Busca de publicações',
      visits: listVisits(searches.map((search) => ({ search, page: 1 }))),
    },
    {
      name: 'admin-orders',
      label: 'Pedidos para a equipe',
      visits: staffListVisits(
        stage,
        [undefined, pendingPayment, confirmed].map((status) => ({ search: '', status })),
      ),
    },
    {
      name: 'admin-orders-search',
      label: 'Busca e filtro de pedidos',
      visits: staffListVisits(
        stage,
        ['Ana Almeida 1', 'PT-AAB', '500017', 'cliente-1203'].map((search) => ({
          search,
          status: confirmed,
        })),
      ),
    },
    { name: 'admin-report', label: 'Pedidos pagos de um mês', visits: reportVisits(stage) },
    { name: 'api-publications', label: 'API: publicações', visits: apiVisits(stage, pages) },
    { name: 'add-to-cart', label: 'Pôr no carrinho', visits: cartVisitsOf(stage) },
    { name: 'place-order', label: 'Fazer o pedido', visits: orderVisits(stage, stage.basket) },
    { name: 'place-order-10', label: 'Pedido de 10 unidades', visits: orderVisits(stage, stage.fleet) },
  ]
}

type ListQuery = { search: string; page: number }

function listVisits(queries: ListQuery[]) {
  const expected = new Map<ListQuery, string[]>()
  return async (): Promise<Visit[]> => {
    for (const query of queries) if (!expected.has(query)) expected.set(query, await textsOf(query))
    return Array.from({ length: listRequests }, (_, index) => async (side) => {
      const query = queries[index % queries.length] ?? { search: '', page: 1 }
      const answer = await side.ask({ path: paths.publications(query) })
      const texts = expected.get(query) ?? []
      const missing = texts.find((text) => !answer.body.includes(text))
      if (answer.status !== 200 || missing) throw wrong(side.name, answer, missing)
      return [answer.ms]
    })
  }
}

/** What a list's page has to show: every publication, how many there are, which page it is. */
async function textsOf(query: ListQuery): Promise<string[]> {
  const { rows, count, pages } = await listPublications(query)
  if (rows.length === 0) throw new Error(`nothing to find: ${query.search}`)
  return [...rows.map((row) => row.name), `${count} publicações`, `Pagina ${query.page} de ${pages}`]
}

/** A program reads the catalogue, page by page. */
function apiVisits({ token }: Stage, queries: ListQuery[]) {
  const expected = new Map<ListQuery, string>()
  return async (): Promise<Visit[]> => {
    for (const query of queries) if (!expected.has(query)) expected.set(query, await idsOf(query))
    return Array.from({ length: listRequests }, (_, index) => async (side) => {
      const query = queries[index % queries.length] ?? { search: '', page: 1 }
      const path = `/publication/?ordering=-id&page=${query.page}&search=${query.search}`
      const answer = await side.ask({ path, token })
      const { results = [] }: { results?: { id: number }[] } = JSON.parse(answer.body)
      if (answer.status !== 200 || results.map(({ id }) => id).join() !== expected.get(query))
        throw wrong(side.name, answer)
      return [answer.ms]
    })
  }
}

async function idsOf(query: ListQuery): Promise<string> {
  const { rows } = await listPublications(query)
  return rows.map(({ id }) => id).join()
}

type StaffQuery = { search: string; status: number | undefined }

/** Staff look through a hundred thousand orders. */
function staffListVisits({ staffCookie: cookie }: Stage, queries: StaffQuery[]) {
  const expected = new Map<StaffQuery, string[]>()
  return async (): Promise<Visit[]> => {
    for (const query of queries) if (!expected.has(query)) expected.set(query, await staffTextsOf(query))
    return Array.from({ length: listRequests }, (_, index) => async (side) => {
      const query = queries[index % queries.length] ?? { search: '', status: undefined }
      const path = staffListHref(paths.admin.orders(), { ...newestFirst, ...query })
      const answer = await side.ask({ path, cookie })
      const missing = (expected.get(query) ?? []).find((text) => !answer.body.includes(text))
      if (answer.status !== 200 || missing) throw wrong(side.name, answer, missing)
      return [answer.ms]
    })
  }
}

const newestFirst = { page: 1, sort: 'id', direction: 'descending' } as const

/** What the list has to show: a link to every order of the page, and how many pages there are. */
async function staffTextsOf(query: StaffQuery): Promise<string[]> {
  const { rows, pages } = await listStaffOrders({ ...newestFirst, ...query }, 1)
  if (rows.length === 0) throw new Error(`nothing to find: ${query.search}`)
  return [...rows.map(({ id }) => `href="${paths.admin.order(id)}"`), `Pagina 1 de ${pages}`]
}

/** The paid orders of the last months, one after the other, each with its sums. */
function reportVisits({ staffCookie: cookie }: Stage) {
  const today = civilDateIn(new Date())
  const months = [60, 90, 120, 150].map((days) => monthOf(addDays(today, -days)))
  const expected = new Map<Period, string[]>()
  return async (): Promise<Visit[]> => {
    for (const month of months) if (!expected.has(month)) expected.set(month, await reportTextsOf(month))
    return Array.from({ length: listRequests }, (_, index) => async (side) => {
      const month = months[index % months.length] ?? monthOf(today)
      const path = paths.admin.report('paid_orders', { ...month, by: 'date' })
      const answer = await side.ask({ path, cookie })
      const missing = (expected.get(month) ?? []).find((text) => !answer.body.includes(text))
      if (answer.status !== 200 || missing) throw wrong(side.name, answer, missing)
      return [answer.ms]
    })
  }
}

/** A link to every order of the first page, how many there are of the month, and the sum. */
async function reportTextsOf(month: Period): Promise<string[]> {
  const filter = { ...month, by: 'date' as const }
  const rows = await paidOrders.rows(filter, { limit: 100, offset: 0 })
  if (rows.length === 0) throw new Error(`nothing was paid from ${month.start} on`)
  const { count, total } = await paidOrders.totals(filter)
  const links = rows.map(({ id }) => `href="${paths.admin.order(id)}"`)
  return [...links, count.toLocaleString('pt-BR'), formatReais(total)]
}

/** A new visitor puts four publications into the cart; the first time the cart is made and its cookie set. */
function cartVisitsOf({ ledger, basket }: Stage) {
  const newest = basket.items[0]?.id ?? 0
  return async (): Promise<Visit[]> =>
    Array.from({ length: cartVisits }, () => async (side) => {
      const times: number[] = []
      let cookie: string | undefined
      for (let add = 0; add < addsPerVisit; add++) {
        const back = paths.publications()
        const form = new URLSearchParams({ publication_id: String(newest - add), return_to: back, add: '1' })
        const answer = await side.ask({ path: paths.cart(), cookie, form })
        cookie ??= answer.headers['set-cookie']?.[0]?.split(';', 1).join()
        if (answer.status !== 303 || answer.headers.location !== back || !cookie)
          throw wrong(side.name, answer)
        times.push(answer.ms)
      }
      ledger.visitorCarts.push({ side: side.name, adds: addsPerVisit })
      return times
    })
}

/** A known, logged-in customer confirms the checkout of a cart. */
function orderVisits({ customers, ledger }: Stage, basket: Basket) {
  return async (): Promise<Visit[]> => {
    const tokens = await fillCarts(customers, basket)
    return customers.map(({ cookie }, index) => async (side) => {
      const token = tokens[index] ?? ''
      const answer = await side.ask({ path: paths.checkout(), cookie, form: checkoutForm(token, basket) })
      if (answer.status !== 303 || !/^\/payment\/\d+$/.test(answer.headers.location ?? ''))
        throw wrong(side.name, answer)
      ledger.orders.push({ side: side.name, token, units: basket.units })
      return [answer.ms]
    })
  }
}

function wrong(side: string, { status, headers, body }: Answer, missing?: string) {
  const what = missing ? `não contém "${missing}"` : (headers.location ?? body.slice(0, 300))
  return new WrongAnswer(`${side}: resposta ${status}, ${what}`)
}
