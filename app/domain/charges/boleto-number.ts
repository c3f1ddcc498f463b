import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'
import { type BankAgreement, banks, type CnabBank, underAgreement } from '#app/domain/charges/banks/banks.ts'

/** Largest "nosso número" of the bank. */
export function maxBoletoNumber(bank: CnabBank): number {
  return 10 ** banks[bank].numberWidth - 1
}

/** Zero-padded. Throws RangeError when out of range. */
export function boletoNumberText(bank: CnabBank, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > maxBoletoNumber(bank))
    throw new RangeError(`no boleto number of bank ${bank}: ${number}`)
  return String(number).padStart(banks[bank].numberWidth, '0')
}

/** Number range (D67): 'bank/agreement' or 'bank/agency/account/wallet', whatever makes numbers unique at the bank. */
export function rangeOfAgreement(agreement: BankAgreement): string {
  return underAgreement(agreement).range
}

/** Without the last tenth: another program's numbers or a damaged record could exhaust the range for good. */
export function maxSkippedText(range: string): string {
  return `8${'9'.repeat(bankOfRange(range).numberWidth - 1)}`
}

/** Largest number of a range. */
export function boletoNumberLimit(range: string): number {
  return 10 ** bankOfRange(range).numberWidth - 1
}

function bankOfRange(range: string) {
  const bank = Object.values(banks).find(({ code }) => range.startsWith(`${code}/`))
  if (!bank) throw new RangeError(`no range of boleto numbers: ${range}`)
  return bank
}

/** Null when the record does not identify the range or the number has another width. */
export function rangeOfRecord(
  record: NumberedRecord & { bank: CnabBank; boletoNumber: string },
): string | null {
  const { numberWidth, rangeOfRecord: rangeOf } = banks[record.bank]
  const { boletoNumber } = record
  return /^\d+$/.test(boletoNumber) && boletoNumber.length === numberWidth ? rangeOf(record) : null
}
