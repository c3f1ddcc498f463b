import { sql } from 'kysely'
import { findPeopleByText, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePrefixPattern } from '#app/models/platform/like-pattern.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export const maxInGroup = 10
/** Maximum number of matches that are read in index order. Only the newest are shown. */
const MAX_READ_MATCHES = 200
const MAX_ORDERS_OF_PERSON = 3

export type JumpTable = 'orders' | 'profiles' | 'shipments' | 'subscriptions' | 'publications'

export async function listTablesWithId(id: number): Promise<JumpTable[]> {
  const tables = ['orders', 'profiles', 'shipments', 'subscriptions', 'publications'] as const
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()),
  )
  return tables.filter((_, index) => rows[index] !== undefined)
}

export function listOrdersById(ids: readonly number[]) {
  return selectOrdersWithClient()
    .where('orders.id', 'in', nonEmptyIds(ids))
    .orderBy('orders.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Returns each client's newest orders for a search by name. */
export async function listNewestOrders(profileIds: readonly number[]) {
  const numberedOrders = db
    .selectFrom('orders')
    .where('profile_id', 'in', nonEmptyIds(profileIds))
    .select(['id', 'profile_id as profileId', 'date', 'status', 'reason'])
    .select(sql<number>`row_number() over (partition by profile_id order by id desc)`.as('place'))
  return db
    .selectFrom(numberedOrders.as('own'))
    .selectAll()
    .where('place', '<=', MAX_ORDERS_OF_PERSON)
    .orderBy('id', 'desc')
    .execute()
}

function selectOrdersWithClient() {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.id', 'orders.date', 'orders.status', 'orders.reason', 'profiles.name'])
    .select(['is_company', 'company_name'])
}

export async function listPeople(text: string) {
  const people = await findPeopleByText(text)
  const { ids } = await listNewestPeople(people, maxInGroup)
  return listPeopleById(ids)
}

export function listPeopleById(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id as userId', 'name', 'is_company', 'company_name', 'email'])
    .where('profiles.id', 'in', nonEmptyIds(ids))
    .orderBy('profiles.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Returns orders and subscriptions for aircraft whose registration begins with one of the prefixes. */
export async function listUnitsByRegistration(registrationPrefixes: readonly string[]) {
  if (registrationPrefixes.length === 0) return { orders: [], subscriptions: [] }
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'order_id as orderId'])
    .where((eb) => {
      const patterns = registrationPrefixes.map(makePrefixPattern)
      return eb.or(patterns.map((pattern) => eb('airplane_registration', 'like', pattern)))
    })
    .limit(MAX_READ_MATCHES)
    .execute()
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const lineIds = lines.map(({ id }) => id)
  const [orders, subscriptions] = await Promise.all([
    listOrdersById(orderIds),
    selectSubscriptions().where('order_line_id', 'in', nonEmptyIds(lineIds)).execute(),
  ])
  return { orders, subscriptions }
}

export function listSubscriptionsById(ids: readonly number[]) {
  return selectSubscriptions().where('subscriptions.id', 'in', nonEmptyIds(ids)).execute()
}

function selectSubscriptions() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select(['subscriptions.id', 'order_lines.name', 'subscriptions.due'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('subscriptions.id', 'desc')
    .limit(maxInGroup)
}

export function listShipments({ ids, code }: { ids: readonly number[]; code: string | null }) {
  return db
    .selectFrom('shipments')
    .select(['id', 'type', 'status', 'cancelled_at', 'track_code as trackCode'])
    .select('creation_date as createdOn')
    .where((eb) => eb.or([eb('id', 'in', nonEmptyIds(ids)), ...(code ? [eb('track_code', '=', code)] : [])]))
    .orderBy('id', 'desc')
    .limit(maxInGroup)
    .execute()
}

export function listBoletos(ids: readonly number[]) {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .select(['boletos.id', 'order_id as orderId', 'our_number_printed as ourNumber', 'due_date as dueDate'])
    .select(['value', 'payer_name as payerName'])
    .where('boletos.id', 'in', nonEmptyIds(ids))
    .orderBy('boletos.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Returns publications by id or text, even if they are not on sale. Scans the whole table because it is small. */
export function listPublicationsByName({ id, text }: { id: number | undefined; text: string }) {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'active', 'removed_at'])
    .where((eb) =>
      id ? eb('id', '=', id) : matchesTitle(text, ['publications.name', 'publications.applicability']),
    )
    .orderBy('id', 'desc')
    .limit(maxInGroup)
    .execute()
}
