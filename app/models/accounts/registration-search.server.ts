import { parseRegistrationPrefix } from '#app/domain/accounts/aircraft.ts'

/** Returns a LIKE pattern: 'ptab' and 'PT AB' find PT-ABC. Returns null if no registration begins so. */
export function makeRegistrationPattern(search: string): string | null {
  const found = parseRegistrationPrefix(search)
  return found && `${found.start}%`
}
