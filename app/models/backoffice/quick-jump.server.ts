import { findPeopleByText, newestOf } from '#app/models/accounts/people-search.server.ts'
import { fitsTitle } from '#app/models/catalogue/publication-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'

/** How many of each group a page of the quick search shows. */
export const maxInGroup = 10
/** Of those that begin alike so many are looked at, in the order of the text; the newest of these are shown. */
const MAX_LOOKED_AT = 200

export type JumpTables = 'orders' | 'profiles' | 'shipments' | 'subscriptions' | 'publications'

/** Which kinds of record have this number. A user is known by the number of the profile. */
export async function tablesWithId(id: number): Promise<JumpTables[]> {
  const tables = ['orders', 'profiles', 'shipments', 'subscriptions', 'publications'] as const
  const found = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()),
  )
  return tables.filter((_, index) => found[index] !== undefined)
}

/** Orders by these numbers with their client, newest first. */
export function listOrdersById(ids: readonly number[]) {
  return ordersWithClient()
    .where('orders.id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('orders.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

function ordersWithClient() {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .select(['orders.id', 'orders.date', 'orders.status', 'orders.reason', 'profiles.name'])
    .select(['is_company', 'company_name'])
}

/** People a text means, as every search of clients finds them, newest first; `id` is the number of the profile. */
export async function listPeople(text: string) {
  const { ids } = await newestOf(await findPeopleByText(text), maxInGroup)
  return listPeopleById(ids)
}

/** People by the numbers of their profiles, newest first. */
export function listPeopleById(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.id', 'profiles.user_id as userId', 'name', 'is_company', 'company_name', 'email'])
    .where('profiles.id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('profiles.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Orders and subscriptions of aircraft whose mark begins with one of these, newest first. */
export async function listByMark(starts: readonly string[]) {
  if (starts.length === 0) return { orders: [], subscriptions: [] }
  const lines = await db
    .selectFrom('order_lines')
    .select(['id', 'order_id as orderId'])
    .where((eb) => eb.or(starts.map((start) => eb('airplane_prefix', 'like', `${likeText(start)}%`))))
    .limit(MAX_LOOKED_AT)
    .execute()
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const lineIds = lines.map(({ id }) => id)
  const [orders, subscriptions] = await Promise.all([
    listOrdersById(orderIds),
    subscriptionsOf()
      .where('order_line_id', 'in', lineIds.length > 0 ? lineIds : [0])
      .execute(),
  ])
  return { orders, subscriptions }
}

/** A subscription by its number, as a list. */
export function listSubscriptionsById(ids: readonly number[]) {
  return subscriptionsOf()
    .where('subscriptions.id', 'in', ids.length > 0 ? ids : [0])
    .execute()
}

function subscriptionsOf() {
  return db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .select(['subscriptions.id', 'order_lines.name', 'order_lines.airplane_prefix as prefix'])
    .select('subscriptions.due')
    .orderBy('subscriptions.id', 'desc')
    .limit(maxInGroup)
}

/** Shipments by number or by tracking code, newest first. */
export function listShipments({ id, code }: { id: number | undefined; code: string | null }) {
  return db
    .selectFrom('shipments')
    .select(['id', 'type', 'status', 'cancelled_at', 'track_code as trackCode'])
    .select('creation_date as createdOn')
    .where((eb) => eb.or([eb('id', '=', id ?? 0), ...(code ? [eb('track_code', '=', code)] : [])]))
    .orderBy('id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Boletos by their numbers with their order, newest first. */
export function listBoletos(ids: readonly number[]) {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .select(['boletos.id', 'order_id as orderId', 'our_number_printed as ourNumber', 'due_date as dueDate'])
    .select(['value', 'payer_name as payerName'])
    .where('boletos.id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('boletos.id', 'desc')
    .limit(maxInGroup)
    .execute()
}

/** Publications by number or by words of the title, on sale or not; the catalogue is small enough to be read through. */
export function listPublicationsByName({ id, text }: { id: number | undefined; text: string }) {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'active'])
    .where((eb) =>
      id ? eb('id', '=', id) : fitsTitle(text, ['publications.name', 'publications.applicability']),
    )
    .orderBy('id', 'desc')
    .limit(maxInGroup)
    .execute()
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
