import type { ExpressionBuilder } from 'kysely'
import type { CivilDate } from '#app/domain/calendar.ts'
import type { IssuerName } from '#app/domain/issued-boleto.ts'
import { filteredStates, ourNumbersOf, type SlipFilter } from '#app/domain/slip-filter.ts'
import { db } from '#app/models/db.server.ts'
import { findOrderIds, mostFoundOrders } from '#app/models/order-search.server.ts'
import type { Database } from '#app/models/schema.ts'

export const slipsPerPage = 20

export type SlipQuery = {
  search: string
  status: SlipFilter | undefined
  issuer: IssuerName | undefined
  direction: 'ascending' | 'descending'
  today: CivilDate
}

/**
 * A page of the slips, newest first unless said otherwise, with the number of all that match; found by the slip's
 * number, or by whatever finds its order. `isCut` when the search found more than it gives.
 */
export async function listSlips(query: SlipQuery, page: number, perPage = slipsPerPage) {
  const found = query.search === '' ? undefined : await findSlipIds(query.search)
  const matching = db.selectFrom('boletos').where(matches(query, found?.ids))
  const direction = query.direction === 'ascending' ? 'asc' : 'desc'
  const [ids, { count }] = await Promise.all([
    matching
      .select('id')
      .orderBy('id', direction)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const rows = await listRows(ids.map(({ id }) => id))
  return { rows, count, pages: Math.max(1, Math.ceil(count / perPage)), isCut: found?.isCut ?? false }
}

function matches({ status, issuer, today }: SlipQuery, found: number[] | undefined) {
  const asked = status && filteredStates[status]
  return (eb: ExpressionBuilder<Database, 'boletos'>) =>
    eb.and([
      ...(asked ? [eb('state', 'in', asked.states)] : []),
      ...(asked?.isWanted ? [eb('retired_at', 'is', null)] : []),
      ...(asked?.isOverdue ? [eb('due_date', '<', today)] : []),
      ...(issuer === undefined ? [] : [eb('issuer', '=', issuer)]),
      ...(found === undefined ? [] : [eb('id', 'in', found.length > 0 ? found : [0])]),
    ])
}

async function findSlipIds(search: string): Promise<{ ids: number[]; isCut: boolean }> {
  const orders = await findOrderIds(search)
  const numbers = ourNumbersOf(search)
  const [byOrder, byNumber] = await Promise.all([
    orders.ids.length > 0 ? idsOfOrders(orders.ids) : [],
    numbers.length > 0 ? idsByNumber(numbers) : [],
  ])
  const ids = [...new Set([...byOrder, ...byNumber])]
  return { ids: ids.slice(0, mostFoundOrders), isCut: orders.isCut || ids.length > mostFoundOrders }
}

async function idsOfOrders(orderIds: number[]) {
  const rows = await newestIds().where('order_id', 'in', orderIds).execute()
  return rows.map(({ id }) => id)
}

async function idsByNumber(numbers: string[]) {
  const rows = await newestIds().where('our_number', 'in', numbers).execute()
  return rows.map(({ id }) => id)
}

function newestIds() {
  return db
    .selectFrom('boletos')
    .select('id')
    .orderBy('id', 'desc')
    .limit(mostFoundOrders + 1)
}

/** The rows of these slips, in this order. */
async function listRows(ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .where('boletos.id', 'in', ids)
    .select(['boletos.id', 'boletos.order_id as orderId', 'issuer', 'state', 'bank', 'value', 'rejection'])
    .select(['our_number_printed as ourNumber', 'due_date as dueDate', 'retired_why as retiredWhy'])
    .select(['document_date as documentDate', 'payer_name as payerName'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
