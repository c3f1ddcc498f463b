import type { NumberedRecord } from '#app/domain/charges/banks/bank.ts'

/** A bank that counts anew in each wallet of an account, and the digits it gives account and wallet. */
type Counting = { code: string; account: number; wallet: number }

type Place = { agency: string; account: string; wallet: string }

/** The name of a range of boleto numbers (D67): 'bank/agency/account/wallet'. */
export function accountRange(of: Counting, { agency, account, wallet }: Place): string {
  return [of.code, digits(agency, 4), digits(account, of.account), digits(wallet, of.wallet)].join('/')
}

/** The same of a record; null where one of the three is blank or zeros. */
export function accountRangeOfRecord(of: Counting, record: NumberedRecord): string | null {
  const isNamed = [record.agency, record.account, record.wallet].every((text) => /^0*[1-9]\d*$/.test(text))
  return isNamed ? accountRange(of, record) : null
}

function digits(text: string, length: number): string {
  return String(Number(text)).padStart(length, '0')
}
