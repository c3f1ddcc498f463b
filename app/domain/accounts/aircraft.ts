/**
 * A mark as it is stored, 'PT-ABC', from one typed in any case, with a dash, a space or nothing in the middle; null
 * for any other shape (D24, F41). Only the letters A–Z count. Whether it is a Brazilian one is another question.
 */
export function normaliseMark(text: string): string | null {
  const match = /^([A-Za-z]{2})(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Za-z]{3})$/.exec(text.trim())
  return match ? `${match[1]}-${match[2]}`.toUpperCase() : null
}

/**
 * A mark or its beginning as somebody looks for it, from two letters: 'ptabc' is PT-ABC, 'pt a' is PT-A, one from abroad
 * is as it is written (D44). `isWhole`: nothing can follow. Null for what no mark begins with.
 */
export function markStart(text: string): { start: string; isWhole: boolean } | null {
  const match = /^(P[PRSTU])(?: ?[-\u2010-\u2015\u2212] ?| ?)([A-Z]{0,3})$/i.exec(text.trim())
  if (match) {
    const [, nationality = '', letters = ''] = match
    return { start: `${nationality}-${letters}`.toUpperCase(), isWhole: letters.length === 3 }
  }
  const foreign = normaliseForeignMark(text)
  return foreign === null ? null : { start: foreign, isWhole: false }
}

/** Distress, urgency and flight rule signals, which RBAC 45 keeps free of aircraft. */
const reserved = new Set(['SOS', 'XXX', 'PAN', 'TTT', 'VFR', 'IFR', 'VMC', 'IMC'])

/** True for a mark in its stored form that Brazil gives to aircraft: nationality, no Q first, no W second, no signal (RBAC 45). */
export function isBrazilianMark(mark: string): boolean {
  return /^P[PRSTU]-[A-PR-Z][A-VX-Z][A-Z]$/.test(mark) && !reserved.has(mark.slice(3))
}

/** A foreign mark in capitals: 2–10 letters, digits and single dashes between them (D63); null for anything else. */
export function normaliseForeignMark(text: string): string | null {
  const mark = text.trim().replace(/[\u2010-\u2015\u2212]/g, '-')
  if (mark.length < 2 || mark.length > 10) return null
  return /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(mark) ? mark.toUpperCase() : null
}

const maxSerialNumberLength = 30

/** A serial number composed (NFC) and trimmed: 1–30 characters that can be seen (D24); null for anything else. */
export function normaliseSerialNumber(text: string): string | null {
  // Invisible marks come along when something is copied from a document.
  const serial = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  if (serial === '' || [...serial].length > maxSerialNumberLength) return null
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(serial) ? null : serial
}

/** What an aircraft burns, as stored (F42). 0 is for internal orders and old data only (D24). */
export const fuelTypes = { notInformed: 0, petrol: 1, ethanol: 2, convertedToEthanol: 3 } as const

export type FuelType = (typeof fuelTypes)[keyof typeof fuelTypes]
/** What a customer may choose in the shop. */
export type ShopFuel = Exclude<FuelType, 0>

/** True for a fuel type that is stored at all, 0 to 3. */
export function isFuelType(value: unknown): value is FuelType {
  return value === 0 || isShopFuel(value)
}

/** True for the fuel types a customer may choose, 1 to 3 (F42, D24). */
export function isShopFuel(value: unknown): value is ShopFuel {
  return value === 1 || value === 2 || value === 3
}
