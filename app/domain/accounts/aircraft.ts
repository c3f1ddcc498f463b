/** Returns 'PT-ABC' for 'pt abc', 'PTABC' or 'pt-abc'; null for text that is not two letters and three letters. */
export function normaliseRegistration(text: string): string | null {
  const match = /^([A-Za-z]{2})(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Za-z]{3})$/.exec(text.trim())
  return match ? `${match[1]}-${match[2]}`.toUpperCase() : null
}

/**
 * Returns the beginning of the registrations to find ('PT-A' for 'pt a') and whether it is a whole Brazilian
 * registration; null for other text.
 */
export function parseRegistrationPrefix(text: string): { start: string; isWhole: boolean } | null {
  const match = /^(P[PRSTU])(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Z]{0,3})$/i.exec(text.trim())
  if (match) {
    const [, nationality = '', letters = ''] = match
    return { start: `${nationality}-${letters}`.toUpperCase(), isWhole: letters.length === 3 }
  }
  const foreignRegistration = normaliseForeignRegistration(text)
  return foreignRegistration === null ? null : { start: foreignRegistration, isWhole: false }
}

/** RBAC 45 reserves these signals of distress, urgency and flight rules. */
const reservedSignals = new Set(['SOS', 'XXX', 'PAN', 'TTT', 'VFR', 'IFR', 'VMC', 'IMC'])

/**
 * Returns true for a registration that RBAC 45 allows. Of its last three letters, the first is not Q, the second is
 * not W, and together they are no reserved signal.
 */
export function isBrazilianRegistration(registration: string): boolean {
  return /^P[PRSTU]-[A-PR-Z][A-VX-Z][A-Z]$/.test(registration) && !reservedSignals.has(registration.slice(3))
}

export function normaliseForeignRegistration(text: string): string | null {
  const registration = text.trim().replace(/[\u2010-\u2015\u2212]/g, '-')
  if (registration.length < 2 || registration.length > 10) return null
  return /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(registration) ? registration.toUpperCase() : null
}

export const maxSerialNumberLength = 30

export function normaliseSerialNumber(text: string): string | null {
  // Text copied from documents may contain invisible characters.
  const serial = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (serial === '' || [...serial].length > maxSerialNumberLength) return null
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(serial) ? null : serial
}

/** Stored codes of fuels; only internal orders and imported data contain 0. */
export const fuelTypes = { notInformed: 0, petrol: 1, ethanol: 2, convertedToEthanol: 3 } as const

export type FuelType = (typeof fuelTypes)[keyof typeof fuelTypes]
export type ShopFuel = Exclude<FuelType, 0>

/** The aircraft of a copy. Fields that its publication does not require are null. */
export type UnitAircraft<Fuel = number> = {
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: Fuel | null
}

export const noAircraft: UnitAircraft<never> = {
  registration: null,
  isForeign: false,
  serialNumber: null,
  fuel: null,
}

export type AircraftName = Pick<UnitAircraft, 'registration' | 'serialNumber'>

/** Returns true if the registration or the serial number is known. */
export function hasAircraft({ registration, serialNumber }: AircraftName): boolean {
  return registration !== null || serialNumber !== null
}

/** Columns of an order line. */
export const unitAircraftColumns = [
  'airplane_registration',
  'airplane_is_foreign',
  'airplane_serial_number',
  'fuel_type',
] as const

/** Selects columns of an order line under the property names of `UnitAircraft`. */
export const unitAircraftSelection = [
  'airplane_registration as registration',
  'airplane_is_foreign as isForeign',
  'airplane_serial_number as serialNumber',
  'fuel_type as fuel',
] as const

export function toUnitAircraftRow({ registration, isForeign, serialNumber, fuel }: UnitAircraft) {
  return {
    airplane_registration: registration,
    airplane_is_foreign: isForeign,
    airplane_serial_number: serialNumber,
    fuel_type: fuel,
  }
}

export function isFuelType(value: unknown): value is FuelType {
  return value === 0 || isShopFuel(value)
}

export function isShopFuel(value: unknown): value is ShopFuel {
  return value === 1 || value === 2 || value === 3
}
