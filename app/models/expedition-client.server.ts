import { db } from '#app/models/db.server.ts'

/** How many records a search is resolved to at the most. */
const mostFound = 200

/**
 * Profiles whose name, company's name or e-mail begins with the text, or with that CPF or CNPJ; each from an index, at
 * most 200.
 */
export async function findProfileIds(search: string): Promise<number[]> {
  if (search === '') return []
  const pattern = `${search.replace(/[\\%_]/g, '\\$&')}%`
  const byName = (column: 'name' | 'company_name') =>
    db.selectFrom('profiles').select('id').where(column, 'like', pattern).limit(mostFound).execute()
  const byEmail = db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select('profiles.id')
    .where('email', 'like', pattern.toLowerCase())
    .limit(mostFound)
    .execute()
  const rows = await Promise.all([byName('name'), byName('company_name'), byEmail])
  return [...new Set(rows.flat().map(({ id }) => id))].slice(0, mostFound)
}

/** Clients to send something to, by name, company, e-mail, their own number or an order's (F87); at most 20. */
export async function findClients(search: string) {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1]
  const ids = number ? await findByNumber(Number(number)) : await findProfileIds(search)
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('addresses', (join) =>
      join.on((eb) =>
        eb('addresses.id', '=', eb.fn.coalesce('shipping_address_id', 'billing_address_id').$notNull()),
      ),
    )
    .where('profiles.id', 'in', [0, ...ids])
    .select(['profiles.id', 'email', 'is_company', 'name', 'company_name', 'city', 'state'])
    .orderBy('profiles.name')
    .limit(20)
    .execute()
}

async function findByNumber(number: number): Promise<number[]> {
  const order = await db.selectFrom('orders').select('profile_id').where('id', '=', number).executeTakeFirst()
  return order ? [number, order.profile_id] : [number]
}

/** A client with the address parcels go to; undefined when there is none. */
export async function findClient(profileId: number) {
  const client = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .where('profiles.id', '=', profileId)
    .select(['profiles.id', 'user_id', 'email', 'phone', 'is_company', 'name', 'company_name'])
    .select((eb) => eb.fn.coalesce('shipping_address_id', 'billing_address_id').as('addressId'))
    .executeTakeFirst()
  if (!client) return undefined
  const [address] = await listAddresses(client.addressId === null ? [] : [client.addressId])
  return { ...client, address: address ?? null }
}

/** Addresses by their numbers, with all their parts. */
export function listAddresses(ids: readonly number[]) {
  return db
    .selectFrom('addresses')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'zip_code', 'street', 'number', 'complement', 'province', 'city', 'state'])
    .execute()
}

/** Who may look after a shipment: everybody of the staff whose account is open (F82). */
export function listStaff() {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .select(['users.id', 'profiles.name'])
    .orderBy('profiles.name')
    .limit(200)
    .execute()
}
