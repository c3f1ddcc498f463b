import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { identityColumns } from '#app/domain/accounts/identity.ts'
import { type UserFilter, type UserSort, userFilter } from '#app/domain/accounts/user-filter.ts'
import { type Address, mapAddresses } from '#app/models/accounts/address.server.ts'
import {
  findPeople,
  matchesPeople,
  type PeopleMatch,
  selectPeopleIds,
} from '#app/models/accounts/people-search.server.ts'
import { normaliseEmail } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  readListPage,
} from '#app/models/platform/list-page.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export const usersPerPage = 20

export type UserQuery = {
  /** the id, words of name and company, digits of documents, phone and CEP, or part of the e-mail */
  search: string
  status: UserFilter | undefined
  /** additional SQL condition on `profiles` */
  condition?: RawBuilder<boolean> | undefined
  sort: UserSort | 'updated_at'
  direction: 'ascending' | 'descending'
} & ListPlace

export async function listUsers(query: UserQuery, perPage = usersPerPage) {
  const people = query.search === '' ? undefined : await findPeople(query.search)
  return readListPage(query, {
    perPage,
    direction: query.direction,
    id: sql`profiles.id`,
    sort: query.sort === 'id' ? undefined : { columns: [cursorColumns[query.sort]], table: usersTable },
    read: (part) => selectUserRows(query, people, part),
    name: people || query.condition ? undefined : `users ${query.status ?? ''}`,
    count: (limit) => countUsers(query, people, limit),
  })
}

/** SQL expressions of the sort columns. The cursor of a page contains their values. */
const cursorColumns = {
  name: sql`profiles.shown_name`,
  email: sql`users.email`,
  updated_at: sql`profiles.updated_at`,
}
const usersTable = sql`profiles join users on users.id = profiles.user_id`

function selectUserRows(query: UserQuery, people: PeopleMatch | undefined, part: ListPart) {
  const column = sortColumns[query.sort]
  return selectUsers(query, people)
    .select(['profiles.id', 'users.id as userId', 'email', 'shown_name as shownName', 'name'])
    .select(['is_company as isCompany', 'cpf', 'cnpj', 'phone', 'is_partner as isPartner'])
    .select(['is_active as isActive', 'is_staff as isStaff', 'is_superuser as isSuperuser'])
    .select('profiles.updated_at')
    .where(part.cursor)
    .orderBy(column, part.direction)
    .$if(column !== 'profiles.id', (rows) => rows.orderBy('profiles.id', part.direction))
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

/** The columns of `cursorColumns` as references for ORDER BY. */
const sortColumns = {
  id: 'profiles.id',
  name: 'profiles.shown_name',
  email: 'users.email',
  updated_at: 'profiles.updated_at',
} as const

/** Counts users. Some filters need only the index of a single table because each user has exactly one profile. */
function countUsers(filter: Filter, people: PeopleMatch | undefined, limit?: number) {
  const { status, condition } = filter
  if (people)
    return countRows(
      selectUsers(filter, undefined).innerJoin(selectPeopleIds(people), 'people.profileId', 'profiles.id'),
      limit,
    )
  if (condition) return countRows(selectUsers(filter, undefined), limit)
  if (status === undefined) return countRows(db.selectFrom('profiles'), limit)
  const isActiveFilter = status === userFilter.active
  if (isActiveFilter || status === userFilter.inactive)
    return countRows(db.selectFrom('users').where('is_active', '=', isActiveFilter), limit)
  return countRows(selectUsers(filter, undefined), limit)
}

type Filter = Pick<UserQuery, 'status' | 'condition'>

function selectUsers({ status, condition }: Filter, people: PeopleMatch | undefined) {
  let users = db.selectFrom('profiles').innerJoin('users', 'users.id', 'profiles.user_id')
  if (people) users = users.where(matchesPeople(people, 'profiles.id'))
  if (condition) users = users.where(condition)
  if (status === userFilter.active) users = users.where('is_active', '=', true)
  if (status === userFilter.inactive) users = users.where('is_active', '=', false)
  if (status === userFilter.partner) users = users.where('is_partner', '=', true)
  if (status === userFilter.staff) users = users.where(makeStaffCondition)
  return users
}

/** Returns the SQL condition for staff accounts, which include superusers. */
function makeStaffCondition(eb: ExpressionBuilder<Pick<Database, 'users'>, 'users'>) {
  return eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)])
}

export type ProfileRow = Awaited<ReturnType<typeof readProfileRows>>[number] & {
  billing: Address | undefined
  shipping: Address | undefined
}

/** Returns profiles for the API in the order of `ids`. Skips unknown ids. */
export async function listProfilesOnWire(ids: readonly number[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  const rows = await readProfileRows(ids)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const orderedRows = ids.flatMap((id) => rowsById.get(id) ?? [])
  const addressIds = orderedRows.flatMap((row) => [row.billing_address_id, row.shipping_address_id])
  const addresses = await mapAddresses(addressIds)
  return orderedRows.map((row) => ({
    ...row,
    billing: addresses.get(row.billing_address_id),
    shipping: addresses.get(row.shipping_address_id),
  }))
}

export async function findProfileOnWire(id: number): Promise<ProfileRow | undefined> {
  const [row] = await listProfilesOnWire([id])
  return row
}

export async function findProfileIdByEmail(email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select('profiles.id')
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  return row?.id
}

function readProfileRows(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', 'in', ids)
    .select(['profiles.id', 'users.id as userId', 'email', ...identityColumns])
    .select(['is_partner', 'is_active', 'is_staff', 'is_superuser'])
    .select(['billing_address_id', 'shipping_address_id'])
    .select(['profiles.lock_version', 'profiles.updated_at', 'profiles.legacy_id'])
    .execute()
}
