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
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'

/** Sort columns of the list, each with an index. The first column is the default. */
export const shipmentSorts = ['id', 'creation_date', 'send_date'] as const

type Filter = {
  search: string
  status: number | undefined
  /** another condition over `shipments` */
  condition?: RawBuilder<boolean> | undefined
  includesCancelled?: boolean
}
type SortOrder = {
  sort: (typeof shipmentSorts)[number] | 'updated_at'
  direction: 'ascending' | 'descending'
}
export type ShipmentQuery = Filter & SortOrder & ListPlace & { perPage?: number }

export const shipmentsPerPage = 20
const MAX_CODES = 200
const MAX_ORDER_SHIPMENTS = 200

export async function listShipments(query: ShipmentQuery) {
  const { rows, ...list } = await listShipmentRows(query)
  return { ...list, rows: await addClientsAndOrders(rows) }
}

/** Returns the shipments of a page without their clients and orders. */
export async function listShipmentRows(query: ShipmentQuery) {
  const match = await resolveSearch(query.search)
  const { sort, direction, status, condition } = query
  const list = await readListPage(query, {
    perPage: query.perPage ?? shipmentsPerPage,
    direction,
    id: sql`shipments.id`,
    sort: sort === 'id' ? undefined : { columns: [sortColumns[sort]], table: sql`shipments` },
    read: (part) => readRows(match, query, part),
    name: match || condition ? undefined : `shipments ${status ?? ''}`,
    count: (limit) => countShipments(match, query, limit),
  })
  return { ...list, isCut: match?.isCut ?? false }
}

const sortColumns = {
  creation_date: sql`creation_date`,
  send_date: sql`send_date`,
  updated_at: sql`updated_at`,
}

/** Counts shipments, with a statement for each status because the index begins with the status. */
async function countShipments(match: SearchMatch, query: Filter, limit?: number): Promise<number> {
  const { status } = query
  if (query.condition) return countRows(filterShipments(match, query), limit)
  if (match?.people.terms && match.ids.length === 0) return countByPeople(match.people, status, limit)
  const statuses = status === undefined ? Object.values(shipmentStatus) : [status]
  const countWithStatus = (countedStatus: number) =>
    countRows(filterShipments(match, { ...query, status: countedStatus }), limit)
  const counts = await Promise.all(statuses.map(countWithStatus))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Counts shipments of people. Forces the profile's index because the optimiser avoids this index on small tables. */
async function countByPeople(people: PeopleMatch, status: number | undefined, limit?: number) {
  const isInStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const limitClause = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${selectPeopleIds(people)}
    straight_join shipments force index (shipments_of_profile) on shipments.profile_id = people.profileId
    where cancelled_at is null and ${isInStatus} ${limitClause}) as some`.execute(db)
  return rows[0]?.count ?? 0
}

function readRows(match: SearchMatch, query: ShipmentQuery, part: ListPart) {
  const { sort } = query
  return filterShipments(match, query)
    .select(['id', 'profile_id', 'creation_date', 'send_date', 'type', 'status', 'value', 'track_code'])
    .select(['cancelled_at', 'updated_at'])
    .where(part.cursor)
    .orderBy(sort, part.direction)
    .$if(sort !== 'id', (rows) => rows.orderBy('id', part.direction))
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

async function addClientsAndOrders(rows: Awaited<ReturnType<typeof readRows>>) {
  const waitingRows = rows.filter(isAwaitingDispatch)
  const [clients, orders, blockedLines] = await Promise.all([
    listClients(rows.map((row) => row.profile_id)),
    listOrders(rows.map((row) => row.id)),
    listBlockedLines(waitingRows.map((row) => row.id)),
  ])
  return rows.map((row) => ({
    ...row,
    client: clients.find((client) => client.id === row.profile_id),
    isBlocked: blockedLines.some((line) => line.shipmentId === row.id),
    orderIds: orders.flatMap((order) => (order.shipment_id === row.id ? [order.order_id] : [])),
  }))
}

type SearchMatch = { ids: number[]; people: PeopleMatch; isCut: boolean } | undefined

const numberPattern = /^#?(\d{1,9})$/
const codeSeparators = /[\s.-]/g
const trackingCodePattern = /^[A-Za-z]{2}\d[0-9A-Za-z]*$/

/** Finds clients, and shipments by number, order number or the beginning of a tracking code. */
async function resolveSearch(search: string): Promise<SearchMatch> {
  if (search === '') return undefined
  const number = numberPattern.exec(search)?.[1]
  const code = search.replace(codeSeparators, '')
  const isCode = trackingCodePattern.test(code)
  const [numberedIds, orderShipmentIds, codeShipmentIds, people] = await Promise.all([
    number ? listIdsByNumber('shipments', Number(number)) : [],
    number ? findIdsByOrder(Number(number)) : [],
    isCode ? findIdsByCode(code) : [],
    findPeopleByText(search),
  ])
  return {
    ids: [...numberedIds, ...orderShipmentIds, ...codeShipmentIds],
    people,
    isCut: codeShipmentIds.length >= MAX_CODES,
  }
}

async function findIdsByOrder(orderNumber: number) {
  const rows = await db
    .selectFrom('shipment_orders')
    .select('shipment_id as id')
    .where('order_id', 'in', nonEmptyIds(await listIdsByNumber('orders', orderNumber)))
    .limit(MAX_ORDER_SHIPMENTS)
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

function filterShipments(match: SearchMatch, { status, condition, includesCancelled = false }: Filter) {
  // Only shipments that were not sent can be cancelled.
  const mayBeCancelled = status === undefined || status === shipmentStatus.underWay
  const shipments = db
    .selectFrom('shipments')
    .$if(condition !== undefined, (rows) => rows.where(condition ?? sql<boolean>`true`))
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? 0))
    .$if(mayBeCancelled && !includesCancelled, (rows) => rows.where('cancelled_at', 'is', null))
  if (!match) return shipments
  const { ids, people } = match
  if (isEmptyMatch(people)) return shipments.where('shipments.id', 'in', nonEmptyIds(ids))
  const belongsToPeople = matchesPeople(people, 'shipments.profile_id')
  if (ids.length === 0) return shipments.where(belongsToPeople)
  return shipments.where((eb) => eb.or([eb('shipments.id', 'in', ids), belongsToPeople]))
}

function listClients(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .where('id', 'in', nonEmptyIds(ids))
    .select(['id', 'is_company', 'name', 'company_name'])
    .execute()
}

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('shipment_orders')
    .where('shipment_id', 'in', nonEmptyIds(ids))
    .select(['shipment_id', 'order_id'])
    .orderBy('order_id')
    .execute()
}
