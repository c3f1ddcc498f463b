import {
  type AircraftName,
  type FuelType,
  hasAircraft,
  type UnitAircraft,
} from '#app/domain/accounts/aircraft.ts'
import { breakLinks } from '#app/domain/accounts/person-name.ts'

export const fuelLabels: Record<FuelType, string> = {
  0: 'Não informado',
  1: 'Gasolina',
  2: 'Etanol',
  3: 'Convertido para etanol',
}

export const foreignRegistrationLabel = 'Matrícula estrangeira'

/** Returns 'PT-ABC, nº de série 200512, etanol'; undefined without registration and serial number. */
export function formatAircraft({
  registration,
  serialNumber,
  fuel,
}: Omit<UnitAircraft, 'isForeign'>): string | undefined {
  if (!hasAircraft({ registration, serialNumber })) return undefined
  const serial = serialNumber && `nº de série ${serialNumber}`
  return [registration, serial, fuel && formatFuel(fuel).toLowerCase()].filter(Boolean).join(', ')
}

/** Returns the registration, or 'nº de série 200512' without one; null if neither is known. */
export function formatAircraftName({ registration, serialNumber }: AircraftName): string | null {
  return registration ?? (serialNumber && `nº de série ${serialNumber}`)
}

/** Returns 'Manual de Voo (PT-ABC)'; only the name without an aircraft. */
export function formatCopyName({ name, ...aircraft }: AircraftName & { name: string }): string {
  const aircraftName = formatAircraftName(aircraft)
  return aircraftName ? `${name} (${aircraftName})` : name
}

/** Returns 'de PT-ABC', or 'da aeronave nº de série 200512' without a registration. */
export function formatAircraftGenitive(aircraft: AircraftName): string {
  return `${aircraft.registration === null ? 'da aeronave' : 'de'} ${formatAircraftName(aircraft)}`
}

/** Returns the name for a mail, where a serial number must not become a link. */
export function formatMailedAircraftName({ registration, serialNumber }: AircraftName): string | null {
  return formatAircraftName({ registration, serialNumber: serialNumber && breakLinks(serialNumber) })
}

/** Returns ', aeronave PT-ABC' for a mail; an empty text without an aircraft. */
export function formatMailedAircraft(aircraft: AircraftName): string {
  const aircraftName = formatMailedAircraftName(aircraft)
  return aircraftName ? `, aeronave ${aircraftName}` : ''
}

export function formatFuel(code: number): string {
  return Object.entries(fuelLabels).find(([fuelCode]) => Number(fuelCode) === code)?.[1] ?? '-'
}

export function listAircraftRows({ registration, isForeign, serialNumber, fuel }: UnitAircraft) {
  if (!hasAircraft({ registration, serialNumber })) return []
  return [
    ...(registration
      ? [{ key: 'Prefixo', value: isForeign ? `${registration} (matrícula estrangeira)` : registration }]
      : []),
    ...(serialNumber ? [{ key: 'Número de série', value: serialNumber }] : []),
    ...(fuel === null ? [] : [{ key: 'Combustível', value: formatFuel(fuel) }]),
  ]
}
