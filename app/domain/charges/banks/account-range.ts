import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'

/** How banks number boletos per account and wallet. `account` and `wallet` are numbers of digits. */
type AccountNumbering = { code: string; account: number; wallet: number }

type BankAccount = { agency: string; account: string; wallet: string }

/** Returns the number range 'bank/agency/account/wallet'. */
export function formatAccountRange(
  numbering: AccountNumbering,
  { agency, account, wallet }: BankAccount,
): string {
  return [
    numbering.code,
    padDigits(agency, 4),
    padDigits(account, numbering.account),
    padDigits(wallet, numbering.wallet),
  ].join('/')
}

/** Returns the number range of a record; null if its agency, account or wallet is blank or zero. */
export function getRecordAccountRange(numbering: AccountNumbering, record: NumberedRecord): string | null {
  const isComplete = [record.agency, record.account, record.wallet].every((text) => /^0*[1-9]\d*$/.test(text))
  return isComplete ? formatAccountRange(numbering, record) : null
}

function padDigits(text: string, length: number): string {
  return String(Number(text)).padStart(length, '0')
}
