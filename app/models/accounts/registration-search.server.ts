import { parseRegistrationPrefix } from '#app/domain/accounts/aircraft.ts'

/** Returns a LIKE pattern with which 'ptab' and 'PT AB' find PT-ABC. Returns null for impossible beginnings. */
export function makeRegistrationPattern(search: string): string | null {
  const prefix = parseRegistrationPrefix(search)
  return prefix && `${prefix.start}%`
}
