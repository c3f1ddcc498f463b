import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'
import { type BankAgreement, banks, type CnabBank, underAgreement } from '#app/domain/charges/banks/banks.ts'

/** The largest number ("nosso número") a boleto of the bank can have. */
export function maxBoletoNumber(bank: CnabBank): number {
  return 10 ** banks[bank].numberWidth - 1
}

/** A number as the bank writes it, with zeros before it. Throws RangeError for one the bank has no room for. */
export function boletoNumberText(bank: CnabBank, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > maxBoletoNumber(bank))
    throw new RangeError(`no boleto number of bank ${bank}: ${number}`)
  return String(number).padStart(banks[bank].numberWidth, '0')
}

/**
 * The name of the range under which an agreement gives numbers (D67): its bank, then what the bank tells two equal
 * numbers apart by, as 'bank/agreement' or 'bank/agency/account/wallet'.
 */
export function rangeOfAgreement(agreement: BankAgreement): string {
  return underAgreement(agreement).range
}

/**
 * The highest number of a range, as text, beyond which a return file moves ours on. One in the last tenth is passed over:
 * another program's numbers or a damaged record would else use up the range for good.
 */
export function maxSkippedText(range: string): string {
  const bank = Object.values(banks).find(({ code }) => range.startsWith(`${code}/`))
  if (!bank) throw new RangeError(`no range of boleto numbers: ${range}`)
  return `8${'9'.repeat(bank.numberWidth - 1)}`
}

/** The range a record's number is of; null where the record does not say so, or the number is none of our width. */
export function rangeOfRecord(
  record: NumberedRecord & { bank: CnabBank; boletoNumber: string },
): string | null {
  const { numberWidth, rangeOfRecord: rangeOf } = banks[record.bank]
  const { boletoNumber } = record
  return /^\d+$/.test(boletoNumber) && boletoNumber.length === numberWidth ? rangeOf(record) : null
}
