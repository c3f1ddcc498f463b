import type { Region } from '#app/domain/accounts/states.ts'

/** The five regions by the letters the table of freight has for them. */
export const regionNames: Readonly<Record<Region, string>> = {
  SE: 'Sudeste',
  S: 'Sul',
  CO: 'Centro-Oeste',
  NE: 'Nordeste',
  N: 'Norte',
}

/** True for the letters of a region. */
export function isRegion(text: string | null): text is Region {
  return text !== null && Object.hasOwn(regionNames, text)
}
