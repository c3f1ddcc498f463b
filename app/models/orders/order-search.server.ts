import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { markPattern } from '#app/models/accounts/mark-search.server.ts'
import {
  belongsTo,
  type FoundPeople,
  findPeopleByText,
  fitsTerms,
  isNobody,
  peopleTable,
} from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Builds what stands within other statements. */
const within = expressionBuilder<Database>()
/** Where a list says which order its rows hang on. */
const orderColumns = {
  'boletos.order_id': sql`boletos.order_id`,
  'payments.order_id': sql`payments.order_id`,
}
/** The newest orders a number, an NF-e or a mark may come to; a list of more helps nobody. */
export const maxFoundOrders = 1_000

/** The orders a search means: these numbers, and all of these people. `isCut` when there may be more numbers. */
export type FoundOrders = { ids: number[]; people: FoundPeople; isCut: boolean }

/**
 * The orders a member of staff means: by order number, NF-e, the beginning of an aircraft's mark, or their client as
 * everywhere. Each way is looked up in an index of its own.
 */
export async function findOrders(search: string): Promise<FoundOrders> {
  const number = /^(?:n[ºo°]\s*|#)?(\d{1,9})$/i.exec(search)?.[1]
  const [people, ...found] = await Promise.all([
    findPeopleByText(search),
    number ? byNumber(Number(number)) : [],
    findOrderIdsByInvoice(search),
    byMark(search),
  ])
  const ids = found.flat()
  if (ids.length === 0 || isNobody(people) || people.terms) return cut(ids, people)
  // Two indexes at once order nothing: the orders of a few people are listed with the others.
  return cut([...ids, ...(await byPeople(people.ids))], { ids: [], terms: null })
}

function cut(found: number[], people: FoundPeople): FoundOrders {
  const ids = [...new Set(found)].toSorted((a, b) => b - a)
  return { ids: ids.slice(0, maxFoundOrders), people, isCut: ids.length >= maxFoundOrders }
}

/** Which of these orders a search means. */
export async function keepFoundOrders(search: string, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', orderIds)
    .where(isFoundOrder(await findOrders(search)))
    .execute()
  return new Set(idsOf(rows))
}

/** Whether a row of `orders` is one of them. */
export function isFoundOrder({ ids, people }: FoundOrders): RawBuilder<boolean> {
  const isListed = sql<boolean>`orders.id in (${sql.join([0, ...ids])})`
  if (isNobody(people)) return isListed
  const isTheirs = belongsTo(people, 'orders.profile_id')
  return ids.length === 0 ? isTheirs : sql<boolean>`(${isListed} or ${isTheirs})`
}

/**
 * The same orders, those of a few people by their numbers too, for rows that name an order: the newest thousand, unless
 * there are people enough to walk such a list.
 */
export async function findOrdersByNumber(search: string): Promise<FoundOrders> {
  const found = await findOrders(search)
  if (found.people.terms || isNobody(found.people)) return found
  return cut([...found.ids, ...(await byPeople(found.people.ids))], { ids: [], terms: null })
}

/** Whether a row belongs to one of them, by the column of its order. */
export function isOfFoundOrder(
  { ids, people }: FoundOrders,
  orderId: keyof typeof orderColumns,
): RawBuilder<boolean> {
  const column = orderColumns[orderId]
  const isListed = sql<boolean>`${column} in (${sql.join([0, ...ids])})`
  if (!people.terms) return isListed
  const isTheirs = sql<boolean>`(select 1 from orders
    join person_texts on person_texts.profile_id = orders.profile_id
    where orders.id = ${column} and ${fitsTerms(people.terms)} limit 1) is not null`
  return ids.length === 0 ? isTheirs : sql<boolean>`(${isListed} or ${isTheirs})`
}

/** The numbers of all of them as a table `found`: for counting, and for what hangs on orders. */
export function orderTable({ ids, people }: FoundOrders) {
  const listed = within
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', [0, ...ids])
  if (isNobody(people)) return listed.as('found')
  const theirs = within
    .selectFrom(peopleTable(people))
    .innerJoin('orders', 'orders.profile_id', 'people.profileId')
    .select('orders.id')
  return (ids.length === 0 ? theirs : theirs.union(listed)).as('found')
}

async function byNumber(id: number): Promise<number[]> {
  return idsOf(await db.selectFrom('orders').select('id').where('id', '=', id).execute())
}

/** Orders whose NF-e begins so, the newest first; 'NF-e 500123' is the number after it, unless a NF-e is written so. */
export async function findOrderIdsByInvoice(search: string): Promise<number[]> {
  const number = /^nf-?e?\.?\s*(?:n[ºo°]\.?\s*)?(\d+)$/i.exec(search)?.[1]
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) =>
      eb.or([search, ...(number ? [number] : [])].map((text) => eb('nfe', 'like', startingWith(text)))),
    )
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return idsOf(rows)
}

async function byMark(search: string): Promise<number[]> {
  const mark = markPattern(search)
  if (mark === null) return []
  const rows = await db
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('airplane_prefix', 'like', mark)
    .distinct()
    .orderBy('order_id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return idsOf(rows)
}

async function byPeople(profileIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('profile_id', 'in', [0, ...profileIds])
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return idsOf(rows)
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** A LIKE pattern for what begins with a text, so that an index answers. */
function startingWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}
