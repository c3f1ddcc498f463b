import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import type { FoundAddress } from '#app/domain/accounts/cep.ts'
import { isState, type State } from '#app/domain/accounts/states.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

const dayMs = 24 * 3_600_000
/** Unknown codes are cached for a short time because the post may assign them soon. */
const lifetimesMs = { found: 90 * dayMs, unknown: dayMs }

/** Returns the address of an eight-digit code from the cache. Codes without an address are cached as 'unknown'. */
export async function findPostalCode(cep: string, now: Date): Promise<FoundAddress | 'unknown' | undefined> {
  const row = await db
    .selectFrom('postal_codes')
    .select(['cep', 'street', 'province', 'city', 'state', 'city_code as cityCode', 'found', 'fetched_at'])
    .where('cep', '=', cep)
    .executeTakeFirst()
  if (!row) return undefined
  const { found, fetched_at, ...address } = row
  const ageMs = now.getTime() - fetched_at.getTime()
  const lifetimeMs = found ? lifetimesMs.found : lifetimesMs.unknown
  if (ageMs >= lifetimeMs) return undefined
  return found ? address : 'unknown'
}

export async function cachePostalCode(
  cep: string,
  answer: FoundAddress | 'unknown',
  now: Date,
): Promise<void> {
  const noAddress = { street: '', province: '', city: '', state: '', cityCode: null }
  const { street, province, city, state, cityCode } = answer === 'unknown' ? noAddress : answer
  const city_code = cityCode ?? null
  const columns = { street, province, city, state, city_code, found: answer !== 'unknown', fetched_at: now }
  await db
    .insertInto('postal_codes')
    .values({ cep, ...columns })
    .onDuplicateKeyUpdate(columns)
    .execute()
}

export async function deleteOldPostalCodes(now: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('postal_codes')
    .where('fetched_at', '<', new Date(now.getTime() - lifetimesMs.found))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}

const cityCodesByState = new Map<State, Map<string, string>>()

/** Returns the seven-digit IBGE code of a city, or null for an unknown name. Ignores accents and case. */
export function findCityCodeByName({ city, state }: { city: string; state: string }): string | null {
  if (!isState(state)) return null
  return loadCityCodes(state).get(compactText(city)) ?? null
}

function loadCityCodes(state: State): Map<string, string> {
  const cachedCodes = cityCodesByState.get(state)
  if (cachedCodes) return cachedCodes
  const codesByName = new Map(getMunicipalities(state).map(({ name, code }) => [compactText(name), code]))
  cityCodesByState.set(state, codesByName)
  return codesByName
}

type Place = { city: string; state: string; zip_code: string }

/** Returns the IBGE code of a city by its name, else by the cached postal code. Sends no request. */
export async function findCityCode(place: Place, reader: DbOrTrx = db): Promise<string | null> {
  const namedCode = findCityCodeByName(place)
  if (namedCode) return namedCode
  const row = await reader
    .selectFrom('postal_codes')
    .select('city_code')
    .where('cep', '=', place.zip_code)
    .where('state', '=', place.state)
    .executeTakeFirst()
  return row?.city_code ?? null
}
