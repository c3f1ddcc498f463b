import { removedEmailEnd } from '#app/domain/accounts/data-retention.ts'
import { addressFields } from '#app/models/accounts/address.server.ts'
import { maxClientsToChoose } from '#app/models/accounts/client-search.server.ts'
import { findPeople, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const MAX_STAFF = 200
const orderNumberPattern = /^#?(\d{1,9})$/

/** Searches clients by their data or by an order's number. Returns the newest clients and the total. */
export async function findClients(search: string) {
  const orderNumber = orderNumberPattern.exec(search)?.[1]
  const [people, buyerIds] = await Promise.all([
    findPeople(search),
    orderNumber ? findBuyerIds(Number(orderNumber)) : [],
  ])
  const peopleAndBuyers = { ...people, ids: [...people.ids, ...buyerIds] }
  const { ids, count } = await listNewestPeople(peopleAndBuyers, maxClientsToChoose)
  return { rows: await listClients(ids), count }
}

export function listNewestClients() {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .select('profiles.id')
    .where('email', 'not like', `%${removedEmailEnd}`)
    .orderBy('profiles.id', 'desc')
    .limit(maxClientsToChoose)
    .execute()
}

function listClients(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('addresses', (join) =>
      join.on((eb) =>
        eb('addresses.id', '=', eb.fn.coalesce('shipping_address_id', 'billing_address_id').$notNull()),
      ),
    )
    .where('profiles.id', 'in', nonEmptyIds(ids))
    .select(['profiles.id', 'email', 'is_company', 'name', 'company_name', 'city', 'state'])
    .orderBy('profiles.name')
    .execute()
}

async function findBuyerIds(orderId: number): Promise<number[]> {
  const orders = await db.selectFrom('orders').select('profile_id').where('id', '=', orderId).execute()
  return orders.map((order) => order.profile_id)
}

export async function findClient(profileId: number, reader: DbOrTrx = db) {
  const client = await reader
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .where('profiles.id', '=', profileId)
    .select(['profiles.id', 'user_id', 'email', 'phone', 'is_company', 'name', 'company_name'])
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
    .executeTakeFirst()
  if (!client) return undefined
  const addressIds = client.addressId === null ? [] : [client.addressId]
  const [address] = await listAddresses(addressIds, reader)
  return { ...client, address: address ?? null }
}

export function listAddresses(ids: readonly number[], reader: DbOrTrx = db) {
  return reader
    .selectFrom('addresses')
    .where('id', 'in', nonEmptyIds(ids))
    .select(['id', ...addressFields])
    .execute()
}

/** Returns active staff, because only they can be responsible for shipments. */
export function listStaff() {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .select(['users.id', 'profiles.name', 'profiles.id as profile'])
    .orderBy('profiles.name')
    .limit(MAX_STAFF)
    .execute()
}
