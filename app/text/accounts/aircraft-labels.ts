import type { FuelType } from '#app/domain/accounts/aircraft.ts'

export const fuelLabels: Record<FuelType, string> = {
  0: 'Não informado',
  1: 'Gasolina',
  2: 'Etanol',
  3: 'Convertido para etanol',
}

type AircraftFacts = { registration: string | null; serialNumber: string | null; fuel: number | null }

/** Returns 'PT-ABC, nº de série 200512, etanol'; undefined without registration and serial number. */
export function formatAircraft({ registration, serialNumber, fuel }: AircraftFacts): string | undefined {
  if (registration === null && serialNumber === null) return undefined
  const serial = serialNumber && `nº de série ${serialNumber}`
  return [registration, serial, fuel && formatFuel(fuel).toLowerCase()].filter(Boolean).join(', ')
}

export function formatFuel(code: number): string {
  return Object.entries(fuelLabels).find(([fuelCode]) => Number(fuelCode) === code)?.[1] ?? '-'
}

type Aircraft = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: number | null
}

export function listAircraftRows({ registration, isForeign, serialNumber, fuel }: Aircraft) {
  if (registration === null && serialNumber === null) return []
  return [
    ...(registration
      ? [{ key: 'Prefixo', value: isForeign ? `${registration} (matrícula estrangeira)` : registration }]
      : []),
    ...(serialNumber ? [{ key: 'Número de série', value: serialNumber }] : []),
    ...(fuel === null ? [] : [{ key: 'Combustível', value: formatFuel(fuel) }]),
  ]
}
