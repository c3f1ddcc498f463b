import { normaliseForeignMark } from '#app/domain/aircraft.ts'

/**
 * A LIKE pattern for stored marks that begin as was typed: 'ptab' and 'PT AB' find PT-ABC as 'PT-AB' does (D44), a
 * foreign one is found as it is written. Null for what no mark begins with.
 */
export function markPattern(search: string): string | null {
  const brazilian = /^(p[prstu])[ -]?([a-z]{0,3})$/i.exec(search)
  if (brazilian) return `${brazilian[1]}-${brazilian[2]}%`
  const foreign = normaliseForeignMark(search)
  return foreign === null ? null : `${foreign}%`
}
