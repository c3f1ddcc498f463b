import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import { isState, type State } from '#app/domain/accounts/states.ts'
import { bareText } from '#app/domain/platform/folded-text.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

const byState = new Map<State, Map<string, string>>()

/** The IBGE's seven digits of a city by its name, accents and case aside; null for a name that is none (D140). */
export function cityCodeByName({ city, state }: { city: string; state: string }): string | null {
  return isState(state) ? (citiesOf(state).get(bareText(city)) ?? null) : null
}

function citiesOf(state: State): Map<string, string> {
  const known = byState.get(state)
  if (known) return known
  const cities = new Map(getMunicipalities(state).map(({ name, code }) => [bareText(name), code]))
  byState.set(state, cities)
  return cities
}

type Place = { city: string; state: string; zip_code: string }

/** By the name, else as the postal code was answered; never asks anybody. */
export async function findCityCode(place: Place, reader: DbOrTrx = db): Promise<string | null> {
  const named = cityCodeByName(place)
  if (named) return named
  const row = await reader
    .selectFrom('postal_codes')
    .select('city_code')
    .where('cep', '=', place.zip_code)
    .where('state', '=', place.state)
    .executeTakeFirst()
  return row?.city_code ?? null
}
