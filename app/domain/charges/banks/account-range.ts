import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'

/** How banks number boletos per account and wallet. `account` and `wallet` are numbers of digits. */
type Counting = { code: string; account: number; wallet: number }

type Place = { agency: string; account: string; wallet: string }

/** Returns the number range 'bank/agency/account/wallet'. */
export function formatAccountRange(of: Counting, { agency, account, wallet }: Place): string {
  return [of.code, padDigits(agency, 4), padDigits(account, of.account), padDigits(wallet, of.wallet)].join(
    '/',
  )
}

export function getRecordAccountRange(of: Counting, record: NumberedRecord): string | null {
  const isNamed = [record.agency, record.account, record.wallet].every((text) => /^0*[1-9]\d*$/.test(text))
  return isNamed ? formatAccountRange(of, record) : null
}

function padDigits(text: string, length: number): string {
  return String(Number(text)).padStart(length, '0')
}
