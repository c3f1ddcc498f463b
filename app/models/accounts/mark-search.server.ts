import { markStart } from '#app/domain/accounts/aircraft.ts'

/**
 * A LIKE pattern for stored marks that begin as was typed: 'ptab' and 'PT AB' find PT-ABC as 'PT-AB' does (D44), a
 * foreign one is found as it is written. Null for what no mark begins with.
 */
export function markPattern(search: string): string | null {
  const found = markStart(search)
  return found && `${found.start}%`
}
