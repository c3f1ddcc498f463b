import { findPeople, listNewestPeople } from '#app/models/accounts/people-search.server.ts'
import { db } from '#app/models/platform/db.server.ts'

export const maxClientsToChoose = 20

export async function listClientsToChoose(search: string) {
  const people = await findPeople(search)
  const { ids, count } = await listNewestPeople(people, maxClientsToChoose)
  if (ids.length === 0) return { rows: [], count }
  const rows = await selectClients().where('profiles.id', 'in', ids).orderBy('profiles.id', 'desc').execute()
  return { rows, count }
}

export function findClientToChoose(profileId: number) {
  return selectClients().where('profiles.id', '=', profileId).executeTakeFirst()
}

function selectClients() {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('addresses', 'addresses.id', 'profiles.billing_address_id')
    .select(['profiles.id', 'is_company as isCompany', 'name', 'company_name as companyName', 'cpf', 'cnpj'])
    .select(['phone', 'email', 'is_active as isActive', 'city', 'state'])
}
