import type { Address } from '#app/models/accounts/address.server.ts'
import { normaliseEmail } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export type ProfileRow = Awaited<ReturnType<typeof readRows>>[number] & {
  billing: Address | undefined
  shipping: Address | undefined
}

/** In the order of the ids; unknown ones are left out. */
export async function listProfilesOnWire(ids: readonly number[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await readRows(ids)).map((row) => [row.id, row]))
  const found = ids.flatMap((id) => rows.get(id) ?? [])
  const addresses = await readAddresses(
    found.flatMap((row) => [row.billing_address_id, row.shipping_address_id]),
  )
  return found.map((row) => ({
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

function readRows(ids: readonly number[]) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('profiles.id', 'in', ids)
    .select(['profiles.id', 'users.id as userId', 'email', 'is_company', 'name', 'company_name'])
    .select(['cpf', 'cnpj', 'ie', 'phone', 'is_partner', 'is_active', 'is_staff', 'is_superuser'])
    .select(['billing_address_id', 'shipping_address_id'])
    .execute()
}

async function readAddresses(ids: readonly (number | null)[]): Promise<Map<number | null, Address>> {
  const rows = await db
    .selectFrom('addresses')
    .where('id', 'in', [0, ...ids.filter((id) => id !== null)])
    .select(['id', 'zip_code', 'street', 'number', 'complement', 'province', 'city', 'state'])
    .execute()
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}
