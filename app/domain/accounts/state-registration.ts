import { isState, type State } from '#app/domain/accounts/states.ts'

export type StateRegistration = { ok: true; value: string } | { ok: false; reason: 'too-long' | 'invalid' }

/** Returns the digits (after P for rural producers) or 'ISENTO'. There is no national format. */
export function normaliseIe(value: string, maxLength = 12): StateRegistration {
  const compactValue = value.replace(/[\s./-]/g, '')
  if (/^isento$/i.test(compactValue)) return { ok: true, value: 'ISENTO' }
  if (!/^P?\d+$/i.test(compactValue)) return { ok: false, reason: 'invalid' }
  if (compactValue.length > maxLength) return { ok: false, reason: 'too-long' }
  return { ok: true, value: compactValue.toUpperCase() }
}

/** Returns the maximum length. Some states exceed `usualLength`; a person's P in SP adds a character. */
export function getMaxIeLength(state: unknown, usualLength: number, { isPerson = false } = {}): number {
  const isLong = state === 'AC' || state === 'DF' || state === 'MG' || (state === 'SP' && isPerson)
  if (state === 'RO') return Math.max(usualLength, 14)
  return isLong ? Math.max(usualLength, 13) : usualLength
}

export type IeDoubt = 'length' | 'check-digit'

/** Lengths by state, as the Sintegra publishes them. */
const lengthsByState: Readonly<Record<State, readonly number[]>> = {
  AC: [13],
  AL: [9],
  AM: [9],
  AP: [9],
  BA: [8, 9],
  CE: [9],
  DF: [13],
  ES: [9],
  GO: [9],
  MA: [9],
  MG: [13],
  MS: [9],
  MT: [11],
  PA: [9],
  PB: [9],
  PE: [9],
  PI: [9],
  PR: [10],
  RJ: [8],
  RN: [9, 10],
  RO: [14],
  RR: [9],
  RS: [10],
  SC: [9],
  SE: [9],
  SP: [12],
  TO: [9, 11],
}

/** States whose check digits are modulo 11, with weights from 2 to `maxWeight` that repeat from the right. */
const checkDigitRules: Readonly<Partial<Record<State, { maxWeight: number; digits: 1 | 2 }>>> = {
  AC: { maxWeight: 9, digits: 2 },
  AL: { maxWeight: 9, digits: 1 },
  AM: { maxWeight: 9, digits: 1 },
  CE: { maxWeight: 9, digits: 1 },
  DF: { maxWeight: 9, digits: 2 },
  ES: { maxWeight: 9, digits: 1 },
  MA: { maxWeight: 9, digits: 1 },
  MS: { maxWeight: 9, digits: 1 },
  MT: { maxWeight: 9, digits: 1 },
  PA: { maxWeight: 9, digits: 1 },
  PB: { maxWeight: 9, digits: 1 },
  PE: { maxWeight: 9, digits: 2 },
  PI: { maxWeight: 9, digits: 1 },
  PR: { maxWeight: 7, digits: 2 },
  RJ: { maxWeight: 7, digits: 1 },
  RN: { maxWeight: 10, digits: 1 },
  RS: { maxWeight: 9, digits: 1 },
  SC: { maxWeight: 9, digits: 1 },
  SE: { maxWeight: 9, digits: 1 },
}

/** Returns a doubt to display. It is no reason to reject an IE, because states add series of their own. */
export function getIeDoubt(ie: string, state: string): IeDoubt | null {
  if (ie === '' || ie === 'ISENTO' || !isState(state)) return null
  const digits = ie.replace(/^P/, '')
  if (!/^\d+$/.test(digits) || (ie.startsWith('P') && state !== 'SP')) return 'length'
  if (!lengthsByState[state].includes(digits.length)) return 'length'
  return hasValidCheckDigits(ie, state) ? null : 'check-digit'
}

const validators: Readonly<Partial<Record<State, (ie: string) => boolean>>> = {
  AP: isValidInAp,
  BA: isValidInBa,
  GO: isValidInGo,
  MG: isValidInMg,
  RO: isValidInRo,
  RR: isValidInRr,
  SP: isValidInSp,
  TO: isValidInTo,
}

function hasValidCheckDigits(ie: string, state: State): boolean {
  const isValid = validators[state]
  if (isValid) return isValid(ie)
  const rule = checkDigitRules[state]
  if (!rule) return true
  let expectedIe = ie.slice(0, -rule.digits)
  while (expectedIe.length < ie.length) expectedIe += computeDigit(sumDigits(expectedIe, rule.maxWeight))
  return expectedIe === ie
}

function sumDigits(base: string, maxWeight: number): number {
  let sum = 0
  for (let index = 0; index < base.length; index += 1)
    sum += Number(base[index]) * (2 + ((base.length - 1 - index) % (maxWeight - 1)))
  return sum
}

function computeDigit(sum: number): string {
  const remainder = sum % 11
  return remainder < 2 ? '0' : String(11 - remainder)
}

/** Validates an IE of AP. The sums of two older series start at 5 and 9; the second series writes digit 11 as 1. */
function isValidInAp(ie: string): boolean {
  const base = ie.slice(0, -1)
  const number = Number(base)
  const isFirstSeries = number >= 3_000_001 && number <= 3_017_000
  const isSecondSeries = number >= 3_017_001 && number <= 3_019_022
  const olderSum = isFirstSeries ? 5 : 9
  const initialSum = isFirstSeries || isSecondSeries ? olderSum : 0
  const digit = 11 - ((sumDigits(base, 9) + initialSum) % 11)
  if (digit === 10) return ie.endsWith('0')
  if (digit === 11) return ie.endsWith(isSecondSeries ? '1' : '0')
  return ie.endsWith(String(digit))
}

/** Validates an IE of BA, whose last digit is computed first. The first or second digit selects modulo 10 or 11. */
function isValidInBa(ie: string): boolean {
  const modulus = /[679]/.test(ie[ie.length - 8] ?? '') ? 11 : 10
  const base = ie.slice(0, -2)
  const computeBaDigit = (digits: string) => {
    const remainder = sumDigits(digits, 9) % modulus
    return String(remainder === 0 || (modulus === 11 && remainder === 1) ? 0 : modulus - remainder)
  }
  const lastDigit = computeBaDigit(base)
  return ie === base + computeBaDigit(base + lastDigit) + lastDigit
}

/** Validates an IE of GO. One series has digit 1 in place of 0; one number is valid with both digits. */
function isValidInGo(ie: string): boolean {
  const base = ie.slice(0, -1)
  const number = Number(base)
  if (number === 11_094_402) return /[01]$/.test(ie)
  const sum = sumDigits(base, 9)
  const isSpecialSeries = number >= 10_103_105 && number <= 10_119_997
  return ie.at(-1) === (sum % 11 === 1 && isSpecialSeries ? '1' : computeDigit(sum))
}

function isValidInRr(ie: string): boolean {
  const sum = [...ie.slice(0, -1)].reduce((total, digit, index) => total + Number(digit) * (index + 1), 0)
  return ie.at(-1) === String(sum % 9)
}

/** Validates an IE of TO. The third and fourth of eleven digits are the kind of company and are not summed. */
function isValidInTo(ie: string): boolean {
  const hasCompanyKind = ie.length === 11
  if (hasCompanyKind && !/^..(0[123]|99)/.test(ie)) return false
  const base = hasCompanyKind ? ie.slice(0, 2) + ie.slice(4, 10) : ie.slice(0, -1)
  return ie.at(-1) === computeDigit(sumDigits(base, 9))
}

function isValidInRo(ie: string): boolean {
  const digit = 11 - (sumDigits(ie.slice(0, -1), 9) % 11)
  return String(digit > 9 ? digit - 10 : digit) === ie.at(-1)
}

/** Validates the ninth and the last digit of an IE of SP. A rural producer's IE has only the ninth. */
function isValidInSp(ie: string): boolean {
  const digits = ie.replace(/^P/, '')
  const ninthDigit = computeWeightedRemainder(digits, [1, 3, 4, 5, 6, 7, 8, 10])
  if (ie.startsWith('P')) return digits[8] === ninthDigit
  const lastDigit = computeWeightedRemainder(digits, [3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  return digits[8] === ninthDigit && digits[11] === lastDigit
}

function computeWeightedRemainder(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return String((sum % 11) % 10)
}

/** Validates an IE of MG. The first check digit is modulo 10, with a zero inserted; the second is modulo 11. */
function isValidInMg(ie: string): boolean {
  const base = `${ie.slice(0, 3)}0${ie.slice(3, 11)}`
  const products = [...base].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2)).join('')
  const sum = [...products].reduce((total, digit) => total + Number(digit), 0)
  const firstCheckDigit = String((10 - (sum % 10)) % 10)
  const secondCheckDigit = computeDigit(sumDigits(ie.slice(0, 11) + firstCheckDigit, 11))
  return ie[11] === firstCheckDigit && ie[12] === secondCheckDigit
}
