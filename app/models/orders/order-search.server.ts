import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import {
  findPeopleByText,
  isEmptyMatch,
  matchesPeople,
  matchesTerms,
  noPeople,
  type PeopleMatch,
  selectPeopleIds,
} from '#app/models/accounts/people-search.server.ts'
import { makeRegistrationPattern } from '#app/models/accounts/registration-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePrefixPattern } from '#app/models/platform/like-pattern.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const builder = expressionBuilder<Database>()
const orderColumns = {
  'boletos.order_id': sql`boletos.order_id`,
  'payments.order_id': sql`payments.order_id`,
}
const orderNumberPattern = /^(?:n[ºo°]\s*|#)?(\d{1,9})$/i
const invoiceNumberPattern = /^nf-?e?\.?\s*(?:n[ºo°]\.?\s*)?(\d+)$/i

/** Maximum number of orders that a search by number, NF-e or registration returns */
export const maxFoundOrders = 1_000

/** The matching orders: the orders in `ids` and all orders of `people`. `isCut` is true if more ids may match. */
export type OrderMatch = { ids: number[]; people: PeopleMatch; isCut: boolean }

/** Finds orders by number, NF-e, the client's number, registration or client. Each search uses its own index. */
export async function findOrders(search: string): Promise<OrderMatch> {
  const number = orderNumberPattern.exec(search)?.[1]
  const [people, ...idLists] = await Promise.all([
    findPeopleByText(search),
    number ? listIdsByNumber('orders', Number(number)) : [],
    findOrderIdsByInvoice(search),
    findOrderIdsByPurchaseOrder(search),
    findOrderIdsByRegistration(search),
  ])
  const ids = idLists.flat()
  if (ids.length === 0 || isEmptyMatch(people) || people.terms) return cutMatch(ids, people)
  // The orders of few people are added to the ids because an OR over two indexes cannot return sorted rows.
  const idsByPeople = await findOrderIdsByPeople(people.ids)
  return cutMatch([...ids, ...idsByPeople], noPeople)
}

function cutMatch(matchingIds: number[], people: PeopleMatch): OrderMatch {
  const ids = [...new Set(matchingIds)].toSorted((id, otherId) => otherId - id)
  return { ids: ids.slice(0, maxFoundOrders), people, isCut: ids.length >= maxFoundOrders }
}

/** Returns the ids among `orderIds` that the search finds. */
export async function filterFoundOrders(search: string, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', orderIds)
    .where(isFoundOrder(await findOrders(search)))
    .execute()
  return new Set(listIds(rows))
}

export function isFoundOrder({ ids, people }: OrderMatch): RawBuilder<boolean> {
  const hasListedId = sql<boolean>`orders.id in (${sql.join(nonEmptyIds(ids))})`
  if (isEmptyMatch(people)) return hasListedId
  const belongsToPeople = matchesPeople(people, 'orders.profile_id')
  return ids.length === 0 ? belongsToPeople : sql<boolean>`(${hasListedId} or ${belongsToPeople})`
}

/** Finds orders for tables that have only an order_id. Adds the orders of few people to the ids. */
export async function findOrdersByNumber(search: string): Promise<OrderMatch> {
  const match = await findOrders(search)
  if (match.people.terms || isEmptyMatch(match.people)) return match
  const idsByPeople = await findOrderIdsByPeople(match.people.ids)
  return cutMatch([...match.ids, ...idsByPeople], noPeople)
}

export function belongsToFoundOrder(
  { ids, people }: OrderMatch,
  orderId: keyof typeof orderColumns,
): RawBuilder<boolean> {
  const column = orderColumns[orderId]
  const hasListedId = sql<boolean>`${column} in (${sql.join(nonEmptyIds(ids))})`
  if (!people.terms) return hasListedId
  const belongsToPeople = sql<boolean>`(select 1 from orders
    join person_texts on person_texts.profile_id = orders.profile_id
    where orders.id = ${column} and ${matchesTerms(people.terms)} limit 1) is not null`
  return ids.length === 0 ? belongsToPeople : sql<boolean>`(${hasListedId} or ${belongsToPeople})`
}

/** Returns the matching ids as the table `found`, for counts and joins. */
export function selectFoundOrders({ ids, people }: OrderMatch) {
  const listedOrders = builder
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.id', 'in', nonEmptyIds(ids))
  if (isEmptyMatch(people)) return listedOrders.as('found')
  const peopleOrders = builder
    .selectFrom(selectPeopleIds(people))
    .innerJoin('orders', 'orders.profile_id', 'people.profileId')
    .select('orders.id')
  const matchingOrders = ids.length === 0 ? peopleOrders : peopleOrders.union(listedOrders)
  return matchingOrders.as('found')
}

/** Finds orders by the beginning of the NF-e number, newest first. Ignores the prefix 'NF-e'. */
export async function findOrderIdsByInvoice(search: string): Promise<number[]> {
  const number = invoiceNumberPattern.exec(search)?.[1]
  const texts = number ? [search, number] : [search]
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or(texts.map((text) => eb('nfe', 'like', makePrefixPattern(text)))))
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return listIds(rows)
}

export async function findOrderIdsByPurchaseOrder(search: string): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('purchase_order', 'like', makePrefixPattern(search))
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return listIds(rows)
}

async function findOrderIdsByRegistration(search: string): Promise<number[]> {
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
  return listIds(rows)
}

async function findOrderIdsByPeople(profileIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('profile_id', 'in', nonEmptyIds(profileIds))
    .orderBy('id', 'desc')
    .limit(maxFoundOrders)
    .execute()
  return listIds(rows)
}

function listIds(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
