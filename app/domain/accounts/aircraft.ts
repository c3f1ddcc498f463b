/** 'PT-ABC' from any case, with dash, space or nothing; ASCII only; null otherwise (D24, F41). Any nationality. */
export function normaliseRegistration(text: string): string | null {
  const match = /^([A-Za-z]{2})(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Za-z]{3})$/.exec(text.trim())
  return match ? `${match[1]}-${match[2]}`.toUpperCase() : null
}

/** Registration prefix for a search, from two letters: 'ptabc' is PT-ABC, 'pt a' is PT-A (D44). `isWhole`: complete. */
export function registrationStart(text: string): { start: string; isWhole: boolean } | null {
  const match = /^(P[PRSTU])(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Z]{0,3})$/i.exec(text.trim())
  if (match) {
    const [, nationality = '', letters = ''] = match
    return { start: `${nationality}-${letters}`.toUpperCase(), isWhole: letters.length === 3 }
  }
  const foreign = normaliseForeignRegistration(text)
  return foreign === null ? null : { start: foreign, isWhole: false }
}

/** Distress, urgency and flight-rule signals, never assigned (RBAC 45). */
const reserved = new Set(['SOS', 'XXX', 'PAN', 'TTT', 'VFR', 'IFR', 'VMC', 'IMC'])

/** Brazilian nationality, no Q first, no W second, no signal (RBAC 45). */
export function isBrazilianRegistration(registration: string): boolean {
  return /^P[PRSTU]-[A-PR-Z][A-VX-Z][A-Z]$/.test(registration) && !reserved.has(registration.slice(3))
}

/** 2–10 letters, digits and single dashes (D63); null otherwise. */
export function normaliseForeignRegistration(text: string): string | null {
  const registration = text.trim().replace(/[\u2010-\u2015\u2212]/g, '-')
  if (registration.length < 2 || registration.length > 10) return null
  return /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(registration) ? registration.toUpperCase() : null
}

export const maxSerialNumberLength = 30

/** NFC, trimmed, 1–30 visible characters (D24); null otherwise. */
export function normaliseSerialNumber(text: string): string | null {
  // Copying from documents brings invisible characters along.
  const serial = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (serial === '' || [...serial].length > maxSerialNumberLength) return null
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(serial) ? null : serial
}

/** As stored (F42); 0 only for internal orders and old data (D24). */
export const fuelTypes = { notInformed: 0, petrol: 1, ethanol: 2, convertedToEthanol: 3 } as const

export type FuelType = (typeof fuelTypes)[keyof typeof fuelTypes]
export type ShopFuel = Exclude<FuelType, 0>

export function isFuelType(value: unknown): value is FuelType {
  return value === 0 || isShopFuel(value)
}

/** F42, D24. */
export function isShopFuel(value: unknown): value is ShopFuel {
  return value === 1 || value === 2 || value === 3
}
