import { db } from '#app/models/db.server.ts'

/** So many clients a search finds at the most; who looks for one of more types more of the name. */
export const mostClients = 200

/**
 * The profiles a search means: the one with this number, and those whose name, company name or e-mail begins so. Each
 * answer comes from an index, and there are `mostClients` of each kind at the most.
 */
export async function findClientIds(search: string, limit = mostClients): Promise<number[]> {
  const pattern = `${search.replace(/[\\%_]/g, '\\$&')}%`
  if (search === '') return []
  const named = db.selectFrom('profiles').select('id').limit(limit)
  const found = await Promise.all([
    /^\d{1,10}$/.test(search) ? named.where('id', '=', Number(search)).execute() : [],
    named.where('name', 'like', pattern).execute(),
    named.where('company_name', 'like', pattern).execute(),
    db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .where('email', 'like', pattern)
      .select('profiles.id')
      .limit(limit)
      .execute(),
  ])
  return [...new Set(found.flat().map(({ id }) => id))]
}

/** The clients a search finds, for choosing one: the newest first, twenty at the most. */
export async function listClientsToChoose(search: string) {
  const ids = await findClientIds(search)
  if (ids.length === 0) return []
  return clients().where('profiles.id', 'in', ids).orderBy('profiles.id', 'desc').limit(20).execute()
}

/** One client as the list for choosing shows it; undefined when there is none. */
export function findClientToChoose(profileId: number) {
  return clients().where('profiles.id', '=', profileId).executeTakeFirst()
}

function clients() {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('addresses', 'addresses.id', 'profiles.billing_address_id')
    .select(['profiles.id', 'is_company as isCompany', 'name', 'company_name as companyName', 'cpf', 'cnpj'])
    .select(['phone', 'email', 'is_active as isActive', 'city', 'state'])
}
