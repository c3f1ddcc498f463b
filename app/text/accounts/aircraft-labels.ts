import type { FuelType } from '#app/domain/accounts/aircraft.ts'

/** F42. */
export const fuelLabels: Record<FuelType, string> = {
  0: 'Não informado',
  1: 'Gasolina',
  2: 'Etanol',
  3: 'Convertido para etanol',
}

export function fuelOf(code: number): string {
  return Object.entries(fuelLabels).find(([known]) => Number(known) === code)?.[1] ?? '-'
}
