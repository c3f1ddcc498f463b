import { type RawBuilder, sql } from 'kysely'
import { isAwaitingDispatch, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import {
  findPeopleByText,
  isEmptyMatch,
  matchesPeople,
  type PeopleMatch,
  selectPeopleIds,
} from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  readListPage,
} from '#app/models/platform/list-page.server.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'

/** Sort orders of the list, each with an index. The first one is the default. */
export const shipmentSorts = ['id', 'creation_date', 'send_date'] as const

type Filter = {
  search: string
  status: number | undefined
  /** another condition over `shipments` */
  condition?: RawBuilder<boolean> | undefined
  includesCancelled?: boolean
}
type Order = { sort: (typeof shipmentSorts)[number] | 'updated_at'; direction: 'ascending' | 'descending' }
export type ShipmentQuery = Filter & Order & ListPlace & { perPage?: number }

export const shipmentsPerPage = 20
const MAX_CODES = 200

export async function listShipments(query: ShipmentQuery) {
  const { rows, ...list } = await listShipmentRows(query)
  return { ...list, rows: await withData(rows) }
}

/** Returns the shipments of a page without their clients and orders. */
export async function listShipmentRows(query: ShipmentQuery) {
  const found = await resolve(query.search)
  const { sort, direction, status, condition } = query
  const list = await readListPage(query, {
    perPage: query.perPage ?? shipmentsPerPage,
    direction,
    id: sql`shipments.id`,
    sort: sort === 'id' ? undefined : { columns: [sortColumns[sort]], table: sql`shipments` },
    read: (part) => readPart(found, query, part),
    name: found || condition ? undefined : `shipments ${status ?? ''}`,
    count: (limit) => countShipments(found, query, limit),
  })
  return { ...list, isCut: found?.isCut ?? false }
}

const sortColumns = {
  creation_date: sql`creation_date`,
  send_date: sql`send_date`,
  updated_at: sql`updated_at`,
}

/** Counts shipments by the index of the status. */
async function countShipments(found: Found, query: Filter, limit?: number): Promise<number> {
  const { status } = query
  if (query.condition) return countRows(filterShipments(found, query), limit)
  if (found?.people.terms && found.ids.length === 0) return countOfPeople(found.people, status, limit)
  const states = status === undefined ? Object.values(shipmentStatus) : [status]
  const counts = await Promise.all(
    states.map((state) => countRows(filterShipments(found, { ...query, status: state }), limit)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Counts shipments of people. Forces the profile's index, which the optimiser avoids on small tables. */
async function countOfPeople(people: PeopleMatch, status: number | undefined, limit?: number) {
  const isInStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const upTo = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${selectPeopleIds(people)}
    straight_join shipments force index (shipments_of_profile) on shipments.profile_id = people.profileId
    where cancelled_at is null and ${isInStatus} ${upTo}) as some`.execute(db)
  return rows[0]?.count ?? 0
}

function readPart(found: Found, query: ShipmentQuery, part: ListPart) {
  const { sort } = query
  return filterShipments(found, query)
    .select(['id', 'profile_id', 'creation_date', 'send_date', 'type', 'status', 'value', 'track_code'])
    .select(['cancelled_at', 'updated_at'])
    .where(part.cursor)
    .orderBy(sort, part.direction)
    .$if(sort !== 'id', (rows) => rows.orderBy('id', part.direction))
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

async function withData(rows: Awaited<ReturnType<typeof readPart>>) {
  const [clients, orders, blocked] = await Promise.all([
    listClients(rows.map((row) => row.profile_id)),
    listOrders(rows.map((row) => row.id)),
    listBlockedLines(rows.filter(isAwaitingDispatch).map((row) => row.id)),
  ])
  return rows.map((row) => ({
    ...row,
    client: clients.find((client) => client.id === row.profile_id),
    isBlocked: blocked.some((line) => line.shipmentId === row.id),
    orderIds: orders.filter((order) => order.shipment_id === row.id).map((order) => order.order_id),
  }))
}

type Found = { ids: number[]; people: PeopleMatch; isCut: boolean } | undefined

/**
 * Resolves a search: a number is an id, two letters and a digit begin a tracking code, other text a client.
 */
async function resolve(search: string): Promise<Found> {
  if (search === '') return undefined
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const code = search.replace(/[\s.-]/g, '')
  const isCode = /^[A-Za-z]{2}\d[0-9A-Za-z]*$/.test(code)
  const [own, numbered, ids, people] = await Promise.all([
    number ? listIdsByNumber('shipments', Number(number)) : [],
    number ? findIdsByOrder(Number(number)) : [],
    isCode ? findIdsByCode(code) : [],
    findPeopleByText(search),
  ])
  return { ids: [...own, ...numbered, ...ids], people, isCut: ids.length >= MAX_CODES }
}

async function findIdsByOrder(number: number) {
  const rows = await db
    .selectFrom('shipment_orders')
    .select('shipment_id as id')
    .where('order_id', 'in', [0, ...(await listIdsByNumber('orders', number))])
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

async function findIdsByCode(code: string) {
  const rows = await db
    .selectFrom('shipments')
    .select('id')
    .where('track_code', 'like', `${code}%`)
    .orderBy('id', 'desc')
    .limit(MAX_CODES)
    .execute()
  return rows.map(({ id }) => id)
}

function filterShipments(found: Found, { status, condition, includesCancelled = false }: Filter) {
  const mayBeUndone = status === undefined || status === shipmentStatus.underWay
  const some = db
    .selectFrom('shipments')
    .$if(condition !== undefined, (rows) => rows.where(condition ?? sql<boolean>`true`))
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? 0))
    .$if(mayBeUndone && !includesCancelled, (rows) => rows.where('cancelled_at', 'is', null))
  if (!found) return some
  const { ids, people } = found
  if (isEmptyMatch(people)) return some.where('shipments.id', 'in', [0, ...ids])
  const isTheirs = matchesPeople(people, 'shipments.profile_id')
  if (ids.length === 0) return some.where(isTheirs)
  return some.where((eb) => eb.or([eb('shipments.id', 'in', ids), isTheirs]))
}

function listClients(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'is_company', 'name', 'company_name'])
    .execute()
}

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('shipment_orders')
    .where('shipment_id', 'in', [0, ...ids])
    .select(['shipment_id', 'order_id'])
    .orderBy('order_id')
    .execute()
}
