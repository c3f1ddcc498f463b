import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'
import {
  type BankAgreement,
  banks,
  type CnabBank,
  getAgreementRules,
} from '#app/domain/charges/banks/banks.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

export function getBoletoNumberWidth(agreement: BankAgreement): number {
  return findNumberWidth(getNumberRange(agreement))
}

export function getBoletoNumberRange(
  agreement: BankAgreement,
  day: CivilDate,
): { first: number; last: number } {
  return (
    banks[agreement.bank].getNumbersOn?.(day) ?? { first: 1, last: 10 ** getBoletoNumberWidth(agreement) - 1 }
  )
}

export function formatBoletoNumber(agreement: BankAgreement, number: number): string {
  const width = getBoletoNumberWidth(agreement)
  if (!Number.isSafeInteger(number) || number < 1 || number >= 10 ** width)
    throw new RangeError(`no boleto number of ${getNumberRange(agreement)}: ${number}`)
  return String(number).padStart(width, '0')
}

/** Returns the name of the range in which numbers are unique: 'bank/agreement' or 'bank/agency/account/wallet'. */
export function getNumberRange(agreement: BankAgreement): string {
  return getAgreementRules(agreement).range
}

/**
 * Returns the highest number that staff may skip to, so that a typing error leaves the last tenth of the
 * range.
 */
export function getMaxSkippedNumber(range: string): string {
  return `8${'9'.repeat(findNumberWidth(range) - 1)}`
}

export function getBoletoNumberLimit(range: string): number {
  return 10 ** findNumberWidth(range) - 1
}

function findNumberWidth(range: string): number {
  const [, agreement = ''] = range.split('/')
  return findBankByRange(range).getNumberWidth(agreement)
}

function findBankByRange(range: string) {
  const bank = Object.values(banks).find(({ code }) => range.startsWith(`${code}/`))
  if (!bank) throw new RangeError(`no range of boleto numbers: ${range}`)
  return bank
}

export function getRecordNumberRange(
  record: NumberedRecord & { bank: CnabBank; boletoNumber: string },
): string | null {
  const { boletoNumber } = record
  const range = /^\d+$/.test(boletoNumber) ? banks[record.bank].findRecordRange(record) : null
  return range !== null && boletoNumber.length === findNumberWidth(range) ? range : null
}
