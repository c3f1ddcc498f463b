import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import {
  type BoletoFilter,
  filterConditions,
  listPossibleOurNumbers,
} from '#app/domain/charges/boleto-filter.ts'
import { getOldestPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import {
  belongsToFoundOrder,
  findOrdersByNumber,
  type OrderMatch,
  selectFoundOrders,
} from '#app/models/orders/order-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  readListPage,
} from '#app/models/platform/list-page.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const boletosPerPage = 20
/** Maximum number of boletos with the same number. Few are expected because a bank issues each number once. */
const MAX_NUMBERED = 200

export type BoletoQuery = {
  search: string
  status: BoletoFilter | undefined
  issuer: IssuerName | undefined
  direction: 'ascending' | 'descending'
  today: CivilDate
}

/** Returns boletos by number or by order, newest first by default. `isCut` is true if the search matched more. */
export async function listBoletos(
  query: BoletoQuery & Omit<ListPlace, 'page'>,
  page: number,
  perPage = boletosPerPage,
) {
  const match = query.search === '' ? undefined : await findBoletos(query.search)
  const list = await readListPage(
    { ...query, page },
    {
      perPage,
      direction: query.direction,
      id: sql`boletos.id`,
      read: (part) => readIds(query, match, part),
      name: match ? undefined : `boletos ${query.status ?? ''} ${query.issuer ?? ''}`,
      count: (limit) => countBoletos(query, match, limit),
    },
  )
  const ids = list.rows.map(({ id }) => id)
  return { ...list, rows: await listRows(ids), isCut: match?.isCut ?? false }
}

function readIds(query: BoletoQuery, match: BoletoMatch, part: ListPart) {
  return db
    .selectFrom('boletos')
    .where(matchesQuery(query))
    .where(matchesSearch(match))
    .where(part.cursor)
    .select('id')
    .orderBy('id', part.direction)
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

function matchesQuery({ status, issuer, today }: BoletoQuery) {
  const condition = status && filterConditions[status]
  return (eb: ExpressionBuilder<Database, 'boletos'>) =>
    eb.and([
      ...(condition ? [eb('boletos.state', 'in', condition.states)] : []),
      ...(condition?.isNotWithdrawn ? [eb('withdrawn_at', 'is', null)] : []),
      ...(condition?.isOverdue ? [eb('boletos.due_date', '<', getOldestPayableDueDate(today))] : []),
      ...(issuer === undefined ? [] : [eb('issuer', '=', issuer)]),
    ])
}

type BoletoMatch = { ids: number[]; orders: OrderMatch; isCut: boolean } | undefined

async function findBoletos(search: string): Promise<BoletoMatch> {
  const [orders, ids] = await Promise.all([findOrdersByNumber(search), findBoletoIdsByNumber(search)])
  return { ids, orders, isCut: orders.isCut || ids.length > MAX_NUMBERED }
}

function matchesSearch(match: BoletoMatch): RawBuilder<boolean> {
  if (!match) return sql`true`
  const belongsToOrder = belongsToFoundOrder(match.orders, 'boletos.order_id')
  if (match.ids.length === 0) return belongsToOrder
  const hasListedId = sql<boolean>`boletos.id in (${sql.join(match.ids)})`
  const hasNoOrders = match.orders.ids.length === 0 && !match.orders.people.terms
  return hasNoOrders ? hasListedId : sql`(${hasListedId} or ${belongsToOrder})`
}

/** Counts boletos. Counts through the orders of people if too many people match for a list of ids. */
function countBoletos(query: BoletoQuery, match: BoletoMatch, limit: number | undefined): Promise<number> {
  const hasOnlyPeople = match?.orders.people.terms && match.ids.length === 0
  if (!hasOnlyPeople)
    return countRows(db.selectFrom('boletos').where(matchesSearch(match)).where(matchesQuery(query)), limit)
  const peopleBoletos = db
    .selectFrom(selectFoundOrders(match.orders))
    .innerJoin('boletos', 'boletos.order_id', 'found.id')
    .where(matchesQuery(query))
  return countRows(peopleBoletos, limit)
}

/** Returns ids of boletos by "nosso número", which may be typed as printed or in any length. */
export async function findBoletoIdsByNumber(search: string): Promise<number[]> {
  const numbers = listPossibleOurNumbers(search)
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('boletos')
    .select('id')
    .where('our_number', 'in', numbers)
    .orderBy('id', 'desc')
    .limit(MAX_NUMBERED + 1)
    .execute()
  return rows.map(({ id }) => id)
}

async function listRows(ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .where('boletos.id', 'in', ids)
    .select(['boletos.id', 'boletos.order_id as orderId', 'issuer', 'state', 'bank', 'value', 'rejection'])
    .select([
      'our_number_printed as ourNumber',
      'due_date as dueDate',
      'withdrawal_reason as withdrawalReason',
    ])
    .select(['document_date as documentDate', 'payer_name as payerName', 'profile_id as profileId'])
    .execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}
