import { registrationStart } from '#app/domain/accounts/aircraft.ts'

/** Returns a LIKE pattern: 'ptab' and 'PT AB' find PT-ABC. Returns null if no registration begins so. */
export function registrationPattern(search: string): string | null {
  const found = registrationStart(search)
  return found && `${found.start}%`
}
