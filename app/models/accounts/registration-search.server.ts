import { registrationStart } from '#app/domain/accounts/aircraft.ts'

/** LIKE pattern: 'ptab' and 'PT AB' find PT-ABC (D44); foreign ones as written. Null if no registration starts so. */
export function registrationPattern(search: string): string | null {
  const found = registrationStart(search)
  return found && `${found.start}%`
}
