import { addDays, type CivilDate, countDaysBetween, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

const factorEpoch: CivilDate = '1997-10-07' // day 0 of the due-date factor

/** Factors run from 1000 (03/07/2000) to 9999 and restart: 22/02/2025 is 1000 again. */
const firstFactor = 1000
const factorCycle = 9000
const maxPastDays = 3000
const maxFutureDays = 5500

const maxValue: Centavos = 99_999_999_99 // ten digits

export type LineCheck = 'length' | 'dac1' | 'dac2' | 'dac3' | 'dac_geral'

export type ParsedBoleto = {
  valid: true
  bank: string
  digits: string
  barcode: string
  factor: string
  dueDate: CivilDate | null
  valueCents: Centavos
  freeField: string
  dacs: string[]
}

export type InvalidLine = { valid: false; failedChecks: LineCheck[] }

/** Data of a barcode. `bank` is the COMPE code; 0 centavos leave the value open. */
export type BarcodeInput = {
  bank: string
  dueDate: CivilDate | null
  valueCents: Centavos
  freeField: string
}

/** Returns the check digit of fields 1–3: weights 2 and 1 from the right, digits of products added (CC 2.926). */
export function mod10(digits: string): string {
  const sum = sumWeighted(digits, [2, 1], (product) => (product > 9 ? product - 9 : product))
  return String((10 - (sum % 10)) % 10)
}

/** Returns the general check digit of the barcode's 43 other digits. 0, 10 and 11 become 1. */
export function mod11General(digits: string): string {
  const digit = 11 - mod11Remainder(digits)
  return digit > 9 ? '1' : String(digit)
}

export function mod11Remainder(
  digits: string,
  weights: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9],
): number {
  return sumWeighted(digits, weights) % 11
}

/** Returns the check digit for a remainder of modulo 11. Remainders 0 and 1 result in 0. */
export function subtractFromEleven(remainder: number): string {
  return remainder < 2 ? '0' : String(11 - remainder)
}

export function mod11OrZero(digits: string): string {
  return subtractFromEleven(mod11Remainder(digits))
}

/** Returns the due-date factor; '0000' without a date. Throws RangeError before 03/07/2000. */
export function calculateDueDateFactor(date: CivilDate | null): string {
  if (date === null) return '0000'
  const days = countDaysBetween(factorEpoch, date)
  if (days < firstFactor) throw new RangeError(`no due-date factor before 2000-07-03: ${date}`)
  return String(firstFactor + ((days - firstFactor) % factorCycle))
}

/** Returns the date within −3000 and +5500 days of the reference (FEBRABAN/CENEGESC 082/2012). */
export function parseDueDateFactor(factor: string, referenceDate: CivilDate): CivilDate | null {
  requireDigits(factor, 4, 'factor')
  const days = Number(factor)
  const referenceDays = countDaysBetween(factorEpoch, referenceDate)
  if (days < firstFactor) return null
  const cycles = Math.max(0, Math.ceil((referenceDays - maxPastDays - days) / factorCycle))
  const dueDays = days + cycles * factorCycle
  return dueDays <= referenceDays + maxFutureDays ? addDays(factorEpoch, dueDays) : null
}

/** Returns 44 digits: bank, currency 9, general check digit, factor, value, free field. */
export function buildBarcode({ bank, dueDate, valueCents, freeField }: BarcodeInput): string {
  requireDigits(bank, 3, 'bank')
  requireDigits(freeField, 25, 'free field')
  if (!Number.isInteger(valueCents) || valueCents < 0 || valueCents > maxValue) {
    throw new RangeError(`not a boleto value in whole centavos: ${valueCents}`)
  }
  const bankAndCurrency = `${bank}9`
  const valueDigits = String(valueCents).padStart(10, '0')
  const remainingDigits = calculateDueDateFactor(dueDate) + valueDigits + freeField
  return bankAndCurrency + mod11General(bankAndCurrency + remainingDigits) + remainingDigits
}

export function convertBarcodeToLine(barcode: string): string {
  requireDigits(barcode, 44, 'barcode')
  const freeField = barcode.slice(19)
  const fields = [barcode.slice(0, 4) + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)]
  return fields.map((field) => field + mod10(field)).join('') + barcode.slice(4, 19)
}

/** Converts a line, with or without punctuation, to a barcode. Does not validate check digits. */
export function convertLineToBarcode(line: string): string {
  const digits = requireDigits(stripPunctuation(line), 47, 'line')
  return (
    digits.slice(0, 4) + digits.slice(32) + digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31)
  )
}

export function formatBoletoLine(line: string): string {
  const digits = requireDigits(stripPunctuation(line), 47, 'line')
  return digits.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
}

export function listFailingChecks(line: string): LineCheck[] {
  const digits = stripPunctuation(line)
  if (!/^\d{47}$/.test(digits)) return ['length']
  const barcode = convertLineToBarcode(digits)
  const failedChecks: LineCheck[] = []
  if (mod10(digits.slice(0, 9)) !== digits[9]) failedChecks.push('dac1')
  if (mod10(digits.slice(10, 20)) !== digits[20]) failedChecks.push('dac2')
  if (mod10(digits.slice(21, 31)) !== digits[31]) failedChecks.push('dac3')
  if (mod11General(barcode.slice(0, 4) + barcode.slice(5)) !== barcode[4]) failedChecks.push('dac_geral')
  return failedChecks
}

/** Parses a line, with or without punctuation. Utility bills (48 digits) fail with 'length'. */
export function parseLine(line: string, referenceDate: CivilDate): ParsedBoleto | InvalidLine {
  if (!isCivilDate(referenceDate)) throw new RangeError(`not a civil date: ${referenceDate}`)
  const failedChecks = listFailingChecks(line)
  if (failedChecks.length > 0) return { valid: false, failedChecks }
  const digits = stripPunctuation(line)
  const factor = digits.slice(33, 37)
  return {
    valid: true,
    bank: digits.slice(0, 3),
    digits,
    barcode: convertLineToBarcode(digits),
    factor,
    dueDate: parseDueDateFactor(factor, referenceDate),
    valueCents: Number(digits.slice(37)),
    freeField: convertLineToBarcode(digits).slice(19),
    dacs: [digits.charAt(9), digits.charAt(20), digits.charAt(31), digits.charAt(32)],
  }
}

// CAIXA prints 104-0, although the rule gives X. Sicredi prints X.
const printedBankDigits = new Map([['104', '0']])

export function formatBankCode(bank: string): string {
  const digit = 11 - mod11Remainder(requireDigits(bank, 3, 'bank'))
  const computed = digit === 10 ? 'X' : String(digit % 11)
  return `${bank}-${printedBankDigits.get(bank) ?? computed}`
}

export function requireDigits(value: string, length: number, name: string): string {
  if (value.length === length && /^\d+$/.test(value)) return value
  throw new RangeError(`${name} is not ${length} digits: ${value}`)
}

function stripPunctuation(line: string): string {
  return line.replace(/[\s.-]/g, '')
}

/**
 * Multiplies the digits, from the right, by the repeated weights and returns the sum of the mapped products.
 */
function sumWeighted(
  digits: string,
  weights: readonly number[],
  mapProduct = (product: number) => product,
): number {
  if (!/^\d+$/.test(digits)) throw new RangeError(`not digits: ${digits}`)
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    sum += mapProduct(Number(digit) * (weights[index % weights.length] ?? 0))
  }
  return sum
}
