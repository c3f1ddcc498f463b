import type { Region } from '#app/domain/accounts/states.ts'

export const regionNames: Readonly<Record<Region, string>> = {
  SE: 'Sudeste',
  S: 'Sul',
  CO: 'Centro-Oeste',
  NE: 'Nordeste',
  N: 'Norte',
}

export function isRegion(text: string | null): text is Region {
  return text !== null && Object.hasOwn(regionNames, text)
}
