import type { BankAgreement } from '#app/domain/charges/bank-agreement.ts'
import type { CnabBank } from '#app/domain/charges/cnab/cnab-occurrence.ts'

/** How many digits the bank gives the number that we choose; Banco do Brasil's has the agreement's 7 before them. */
export const numberWidths: Readonly<Record<CnabBank, number>> = { '001': 10, '341': 8, '237': 11 }

/** The largest number ("nosso número") a boleto of the bank can have. */
export function maxBoletoNumber(bank: CnabBank): number {
  return 10 ** numberWidths[bank] - 1
}

/** A number as the bank writes it, with zeros before it. Throws RangeError for one the bank has no room for. */
export function boletoNumberText(bank: CnabBank, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > maxBoletoNumber(bank))
    throw new RangeError(`no boleto number of bank ${bank}: ${number}`)
  return String(number).padStart(numberWidths[bank], '0')
}

/** Within what a bank tells two numbers apart; Banco do Brasil by the agreement alone, whatever the wallet. */
type NumberedBy =
  | { bank: '001'; agreement: string }
  | { bank: '341' | '237'; agency: string; account: string; wallet: string }

const accountWidths = { '341': { account: 5, wallet: 3 }, '237': { account: 7, wallet: 2 } } as const

/**
 * The name of a range of boleto numbers (D67): '001/1234567', '341/agency/account/wallet', '237/agency/account/wallet'.
 * Itaú and Bradesco count anew in each wallet of an account; Banco do Brasil's 17 digits hold the agreement and no
 * wallet, so that its wallets share one range.
 */
export function numberRange(of: NumberedBy): string {
  if (of.bank === '001') return `001/${of.agreement}`
  const { account, wallet } = accountWidths[of.bank]
  return [of.bank, digits(of.agency, 4), digits(of.account, account), digits(of.wallet, wallet)].join('/')
}

function digits(text: string, length: number): string {
  return String(Number(text)).padStart(length, '0')
}

/** The range under which an agreement gives numbers. */
export function rangeOfAgreement(agreement: BankAgreement): string {
  return numberRange(agreement)
}

/**
 * The highest number of a range, as text, beyond which a return file moves ours on. One in the last tenth is passed over:
 * another program's numbers or a damaged record would else use up the range for good.
 */
export function maxSkippedText(range: string): string {
  const [, width] = Object.entries(numberWidths).find(([bank]) => range.startsWith(`${bank}/`)) ?? []
  if (width === undefined) throw new RangeError(`no range of boleto numbers: ${range}`)
  return `8${'9'.repeat(width - 1)}`
}

/** What a record of a return file says of where its number is from; texts as the bank writes them, '' for blank. */
type NumberedRecord = {
  bank: CnabBank
  ourNumber: string
  slipNumber: string
  agency: string
  account: string
  wallet: string
}

/** The range a record's number is of; null where the record does not say so, or the number is none of our width. */
export function rangeOfRecord(record: NumberedRecord): string | null {
  const { bank, ourNumber, slipNumber, agency, account, wallet } = record
  if (!/^\d+$/.test(slipNumber) || slipNumber.length !== numberWidths[bank]) return null
  if (bank === '001')
    return /^\d{17}$/.test(ourNumber) ? numberRange({ bank, agreement: ourNumber.slice(0, 7) }) : null
  const isNamed = [agency, account, wallet].every((text) => /^0*[1-9]\d*$/.test(text))
  return isNamed ? numberRange({ bank, agency, account, wallet }) : null
}
