import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import {
  findPeopleByText,
  isEmptyMatch,
  matchesPeople,
  matchesTerms,
  type PeopleMatch,
  selectPeopleIds,
} from '#app/models/accounts/people-search.server.ts'
import { makeRegistrationPattern } from '#app/models/accounts/registration-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePrefixPattern } from '#app/models/platform/like-pattern.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const builder = expressionBuilder<Database>()
const orderColumns = {
  'boletos.order_id': sql`boletos.order_id`,
  'payments.order_id': sql`payments.order_id`,
}
/** The maximum number of orders found by number, NF-e or registration. */
export const maxFoundOrders = 1_000

/** The orders found: by id, and all orders of these people. `isCut` is true if more ids may match. */
export type OrderMatch = { ids: number[]; people: PeopleMatch; isCut: boolean }

/** Finds orders by number, NF-e, the client's number, registration or client, each with its own index. */
export async function findOrders(search: string): Promise<OrderMatch> {
  const number = /^(?:n[ºo°]\s*|#)?(\d{1,9})$/i.exec(search)?.[1]
  const [people, ...found] = await Promise.all([
    findPeopleByText(search),
    number ? listIdsByNumber('orders', Number(number)) : [],
    findOrderIdsByInvoice(search),
    findOrderIdsByPurchaseOrder(search),
    findByRegistration(search),
  ])
  const ids = found.flat()
  if (ids.length === 0 || isEmptyMatch(people) || people.terms) return cut(ids, people)
  // The orders of few people are added to the ids, since an OR over two indexes cannot return sorted rows.
  return cut([...ids, ...(await findByPeople(people.ids))], { ids: [], terms: null })
}

function cut(found: number[], people: PeopleMatch): OrderMatch {
  const ids = [...new Set(found)].toSorted((a, b) => b - a)
  return { ids: ids.slice(0, maxFoundOrders), people, isCut: ids.length >= maxFoundOrders }
}

export async function filterFoundOrders(search: string, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', orderIds)
    .where(isFoundOrder(await findOrders(search)))
    .execute()
  return new Set(toIds(rows))
}

export function isFoundOrder({ ids, people }: OrderMatch): RawBuilder<boolean> {
  const isListed = sql<boolean>`orders.id in (${sql.join([0, ...ids])})`
  if (isEmptyMatch(people)) return isListed
  const isTheirs = matchesPeople(people, 'orders.profile_id')
  return ids.length === 0 ? isTheirs : sql<boolean>`(${isListed} or ${isTheirs})`
}

/** Returns the newest thousand ids, for tables with only an order_id. Many people remain a condition. */
export async function findOrdersByNumber(search: string): Promise<OrderMatch> {
  const found = await findOrders(search)
  if (found.people.terms || isEmptyMatch(found.people)) return found
  return cut([...found.ids, ...(await findByPeople(found.people.ids))], { ids: [], terms: null })
}

export function isOfFoundOrder(
  { ids, people }: OrderMatch,
  orderId: keyof typeof orderColumns,
): RawBuilder<boolean> {
  const column = orderColumns[orderId]
  const isListed = sql<boolean>`${column} in (${sql.join([0, ...ids])})`
  if (!people.terms) return isListed
  const isTheirs = sql<boolean>`(select 1 from orders
    join person_texts on person_texts.profile_id = orders.profile_id
    where orders.id = ${column} and ${matchesTerms(people.terms)} limit 1) is not null`
  return ids.length === 0 ? isTheirs : sql<boolean>`(${isListed} or ${isTheirs})`
}

/** Returns the matching ids as the table `found`, for counts and joins. */
export function selectFoundOrders({ ids, people }: OrderMatch) {
  const listedOrders = builder
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', [0, ...ids])
  if (isEmptyMatch(people)) return listedOrders.as('found')
  const peopleOrders = builder
    .selectFrom(selectPeopleIds(people))
    .innerJoin('orders', 'orders.profile_id', 'people.profileId')
    .select('orders.id')
  return (ids.length === 0 ? peopleOrders : peopleOrders.union(listedOrders)).as('found')
}

/** Finds orders by the beginning of the NF-e number, newest first. Ignores the prefix 'NF-e'. */
export async function findOrderIdsByInvoice(search: string): Promise<number[]> {
  const number = /^nf-?e?\.?\s*(?:n[ºo°]\.?\s*)?(\d+)$/i.exec(search)?.[1]
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) =>
      eb.or([search, ...(number ? [number] : [])].map((text) => eb('nfe', 'like', makePrefixPattern(text)))),
    )
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return toIds(rows)
}

export async function findOrderIdsByPurchaseOrder(search: string): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('purchase_order', 'like', makePrefixPattern(search))
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return toIds(rows)
}

async function findByRegistration(search: string): Promise<number[]> {
  const registration = makeRegistrationPattern(search)
  if (registration === null) return []
  const rows = await db
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('airplane_registration', 'like', registration)
    .distinct()
    .orderBy('order_id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return toIds(rows)
}

async function findByPeople(profileIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('profile_id', 'in', [0, ...profileIds])
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return toIds(rows)
}

function toIds(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
