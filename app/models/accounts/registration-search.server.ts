import { registrationStart } from '#app/domain/accounts/aircraft.ts'

/**
 * LIKE pattern for a registration's prefix: 'ptab' and 'PT AB' find PT-ABC as 'PT-AB' does (D44); foreign ones as
 * written. Null when no registration starts so.
 */
export function registrationPattern(search: string): string | null {
  const found = registrationStart(search)
  return found && `${found.start}%`
}
