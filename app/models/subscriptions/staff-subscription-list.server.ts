import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  findPeopleByText,
  isEmptyMatch,
  matchesPeople,
  noPeople,
  type PeopleMatch,
  selectPeopleIds,
} from '#app/models/accounts/people-search.server.ts'
import { makeRegistrationPattern } from '#app/models/accounts/registration-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  readListPage,
} from '#app/models/platform/list-page.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { orderByChange } from '#app/models/platform/record-list.server.ts'
import { listIdsByNumber } from '#app/models/platform/record-number.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { hasGoodsState, readGoods } from '#app/models/subscriptions/goods-state.server.ts'
import { isInStatus } from '#app/models/subscriptions/subscription-status.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'
import {
  noTitleMatch,
  searchTitles,
  selectUnitsOfTitles,
  type TitleMatch,
} from '#app/models/subscriptions/title-search.server.ts'

export const staffSubscriptionsPerPage = 20
/** Maximum number of subscriptions found by registration, number or code */
const MAX_MATCHES = 500
const RECORD_NUMBER = /^\d{1,10}$/
const TRACKING_CODE_START = /^[A-Z]{2}\d{1,9}([A-Z]{1,2})?$/
const CODE_SEPARATORS = /[\s.-]/g

export type StaffSubscriptionQuery = {
  /** order or unit number, client, publication, revision, or start of a registration or tracking code */
  search: string
  /** status of today; undefined means all */
  status: number | undefined
  /** only these statuses; an empty list means all */
  statuses?: readonly number[]
  publicationId?: number | undefined
  goods?: GoodsState | undefined
  /** another condition over `subscriptions` */
  condition?: RawBuilder<boolean> | undefined
  /** 'client' reads all matching units, so it requires a publication */
  sort: 'id' | 'due' | 'client' | 'updated_at'
  direction: 'ascending' | 'descending'
  perPage?: number
  today: CivilDate
} & ListPlace

/** Returns subscriptions, also suspended ones. Finds the ids first because joining the large tables would be slow. */
export async function listSubscriptionsForStaff(query: StaffSubscriptionQuery) {
  const list = await listUnitIds(query)
  const ids = list.rows.map(({ id }) => id)
  const rows = await listRows(ids, query.today)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return { ...list, rows: ids.flatMap((id) => rowsById.get(id) ?? []) }
}

export async function listUnitIds(query: StaffSubscriptionQuery) {
  const match = await resolveSearch(query.search)
  const hasStatuses = query.statuses !== undefined && query.statuses.length > 0
  const hasFilter = query.publicationId !== undefined || hasStatuses || query.goods || query.condition
  const isUnfiltered = !match && !hasFilter
  const list = await readListPage(query, {
    perPage: query.perPage ?? staffSubscriptionsPerPage,
    direction: query.direction,
    id: sql`subscriptions.id`,
    sort: sorts[query.sort],
    read: (part) => listIds(query, match, part),
    // Under this name, the count of a long list is cached for a minute.
    name: isUnfiltered ? `subscriptions ${query.status ?? ''}` : undefined,
    count: (limit) => countUnits(query, match, limit),
  })
  return { ...list, isCut: match?.isCut ?? false }
}

/** Sorts by status after the due date because the index of the due date also contains status and id. */
const byDue = { columns: [sql`subscriptions.due`, sql`subscriptions.status`], table: sql`subscriptions` }
const sorts = { id: undefined, client: undefined, due: byDue, updated_at: orderByChange('subscriptions') }

/** Counts the units of matching people through their profiles, and counts the other matching units separately. */
async function countUnits(
  query: StaffSubscriptionQuery,
  match: SearchMatch,
  limit?: number,
): Promise<number> {
  const units = db.selectFrom('subscriptions').where(matchesFilter(query))
  if (!match || isEmptyMatch(match.people)) return countRows(units.where(matchesSearch(match)), limit)
  const { people } = match
  const peopleUnits = db
    .selectFrom(selectPeopleIds(people))
    .innerJoin('subscriptions', 'subscriptions.profile_id', 'people.profileId')
    .where(matchesFilter(query))
  const otherUnits = units
    .where(matchesSearch({ ...match, people: noPeople }))
    .where((eb) => eb.not(matchesPeople(people, 'subscriptions.profile_id')))
  const [peopleCount, otherCount] = await Promise.all([
    countRows(peopleUnits, limit),
    countRows(otherUnits, limit),
  ])
  return peopleCount + otherCount
}

type SearchMatch = { people: PeopleMatch; ids: number[]; titles: TitleMatch; isCut: boolean } | null

function listIds(query: StaffSubscriptionQuery, match: SearchMatch, part: ListPart) {
  const { sort } = query
  const order = part.direction
  return db
    .selectFrom('subscriptions')
    .where(matchesSearch(match))
    .where(matchesFilter(query))
    .where(part.cursor)
    .select(['id', 'updated_at'])
    .$if(sort === 'updated_at', (units) => units.orderBy('updated_at', order))
    .$if(sort === 'due', (units) => units.orderBy('due', order).orderBy('status', order))
    .$if(sort === 'client', (units) =>
      units.orderBy(selectClientName('name'), order).orderBy(selectClientName('company_name'), order),
    )
    .orderBy('id', order)
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

async function listRows(ids: number[], today: CivilDate) {
  if (ids.length === 0) return []
  const goods = await readGoods({ unitIds: ids }, today)
  const stateByUnit = new Map(goods.map(({ unitId, state }) => [unitId, state]))
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('profiles', 'profiles.id', 'subscriptions.profile_id')
    .where('subscriptions.id', 'in', ids)
    .select(['subscriptions.id', 'order_id as orderId', 'subscriptions.profile_id as profileId'])
    .select(['is_company as isCompany', 'profiles.name as personName', 'company_name as companyName'])
    .select(['order_lines.name', 'order_lines.version'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['subscriptions.status', 'due', 'suspended_at as suspendedAt', 'times_renewed as timesRenewed'])
    .select(['track_code as trackCode', 'sent_on as sentOn', selectOpenWithdrawal().as('withdrawal')])
    .execute()
  return rows.map((row) => ({ ...row, goods: stateByUnit.get(row.id) ?? null }))
}

async function resolveSearch(search: string): Promise<SearchMatch> {
  if (search === '') return null
  const number = RECORD_NUMBER.test(search) ? Number(search) : null
  const [unitIds, people, lineUnitIds, codeUnitIds, titles] = await Promise.all([
    number === null ? [] : listIdsByNumber('subscriptions', number),
    findPeopleByText(search),
    listIdsOfLines(search, number),
    listIdsByCode(search),
    number === null ? searchTitles(search) : noTitleMatch,
  ])
  const ids = [...new Set([...unitIds, ...lineUnitIds, ...codeUnitIds])]
  const isCut = lineUnitIds.length >= MAX_MATCHES || codeUnitIds.length >= MAX_MATCHES
  return { people, ids, titles, isCut }
}

async function listIdsOfLines(search: string, number: number | null): Promise<number[]> {
  const registration = makeRegistrationPattern(search)
  if (number === null && registration === null) return []
  const orderIds = number === null ? [] : await listIdsByNumber('orders', number)
  const rows = await db
    .selectFrom('order_lines')
    .innerJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .$if(number !== null, (lines) => lines.where('order_id', 'in', nonEmptyIds(orderIds)))
    .$if(number === null, (lines) => lines.where('airplane_registration', 'like', registration ?? ''))
    .select('subscriptions.id')
    .limit(MAX_MATCHES)
    .execute()
  return rows.map(({ id }) => id)
}

async function listIdsByCode(search: string): Promise<number[]> {
  const code = search.replace(CODE_SEPARATORS, '').toUpperCase()
  if (!TRACKING_CODE_START.test(code)) return []
  const rows = await db
    .selectFrom('subscriptions')
    .where('track_code', 'like', `${code}%`)
    .select('id')
    .limit(MAX_MATCHES)
    .execute()
  return rows.map(({ id }) => id)
}

type Builder = ExpressionBuilder<Database, 'subscriptions'>

function matchesSearch(match: SearchMatch) {
  return (eb: Builder) => {
    if (match === null) return sql<boolean>`true`
    const { people, ids, titles } = match
    return eb.or([
      ...(isEmptyMatch(people) ? [] : [matchesPeople(people, 'subscriptions.profile_id')]),
      ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ...selectUnitsOfTitles(titles),
    ])
  }
}

function selectClientName(column: 'name' | 'company_name') {
  return (eb: Builder) =>
    eb.selectFrom('profiles').select(column).whereRef('profiles.id', '=', 'subscriptions.profile_id')
}

function matchesFilter({ status, statuses = [], publicationId, today, ...query }: StaffSubscriptionQuery) {
  return (eb: Builder) =>
    eb.and([
      ...(status === undefined ? [] : [isInStatus(status, today)]),
      ...(statuses.length === 0 ? [] : [eb.or(statuses.map((unitStatus) => isInStatus(unitStatus, today)))]),
      ...(publicationId === undefined ? [] : [eb('publication_id', '=', publicationId)]),
      ...(query.goods ? [hasGoodsState('subscriptions', query.goods, today)] : []),
      ...(query.condition ? [query.condition] : []),
    ])
}
