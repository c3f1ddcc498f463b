import type { FuelType } from '#app/domain/accounts/aircraft.ts'

/** What the fuel types are called (F42). */
export const fuelLabels: Record<FuelType, string> = {
  0: 'Não informado',
  1: 'Gasolina',
  2: 'Etanol',
  3: 'Convertido para etanol',
}

/** The words of a fuel's code as it is stored; a dash for one nobody knows. */
export function fuelOf(code: number): string {
  return Object.entries(fuelLabels).find(([known]) => Number(known) === code)?.[1] ?? '-'
}
