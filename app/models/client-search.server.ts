import { db } from '#app/models/db.server.ts'
import { normaliseEmail } from '#app/models/user.server.ts'

/** So many clients a search finds at the most; who looks for one of more types more of the name. */
export const mostClients = 200

/**
 * The profiles a search means, for every list and choice of clients: the one with this number ('12', '#12'), those with
 * this CPF or CNPJ in whatever punctuation, and those whose name, company or e-mail begins so. At most `mostClients`,
 * exact answers first. Each is answered by an index.
 */
export async function findClientIds(search: string): Promise<number[]> {
  const number = /^#?(\d{1,10})$/.exec(search.trim())?.[1]
  const profiles = db.selectFrom('profiles').select('id')
  const [numbered, others] = await Promise.all([
    number ? profiles.where('id', '=', Number(number)).execute() : [],
    findClientIdsByText(search),
  ])
  return idsOf([...numbered, ...others.map((id) => ({ id }))])
}

/** The same without the client's number, for lists where a number is that of their own records. */
export async function findClientIdsByText(search: string): Promise<number[]> {
  const text = search.trim()
  if (text === '') return []
  const found = await Promise.all([...byDocument(text), ...byBeginning(text)].map((each) => each.execute()))
  return idsOf(found.flat())
}

/** Eleven digits are a CPF, twelve characters and two digits a CNPJ, letters among them (IN RFB 2.229/2024). */
function byDocument(text: string) {
  const bare = text.replace(/[^\dA-Za-z]/g, '').toUpperCase()
  const profiles = db.selectFrom('profiles').select('profiles.id').limit(mostClients)
  return [
    ...(/^\d{11}$/.test(bare) ? [profiles.where('cpf', '=', bare)] : []),
    ...(/^[\dA-Z]{12}\d\d$/.test(bare) ? [profiles.where('cnpj', '=', bare)] : []),
  ]
}

/** Upper and lower case and accents are the same in these columns. */
function byBeginning(text: string) {
  const begins = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const profiles = db.selectFrom('profiles').select('profiles.id').limit(mostClients)
  return [
    profiles.where('name', 'like', begins),
    profiles.where('company_name', 'like', begins),
    profiles
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .where('email', 'like', normaliseEmail(begins)),
  ]
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return [...new Set(rows.map(({ id }) => id))].slice(0, mostClients)
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
