import type { StoredAircraft } from '#app/models/accounts/aircraft.server.ts'
import { formatFuel } from '#app/text/accounts/aircraft-labels.ts'
import { formatYesNo } from '#app/text/accounts/user-labels.ts'

type Texts = Readonly<Record<string, string>>

/** Returns texts of the aircraft form by field name. */
export function toAircraftTexts({
  registration,
  isForeign,
  serialNumber,
  fuel,
  nickname,
}: StoredAircraft): Texts {
  return {
    prefix: registration,
    foreign: isForeign ? 'on' : '',
    serial: serialNumber ?? '',
    fuel: fuel ? String(fuel) : '',
    nickname: nickname ?? '',
  }
}

/** Returns the texts as a conflict displays them. */
export function formatAircraftTexts(texts: Texts): Texts {
  const { foreign, fuel } = texts
  return { ...texts, foreign: formatYesNo(foreign === 'on'), fuel: fuel ? formatFuel(Number(fuel)) : '' }
}
