export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

export type RemittanceReadiness<Sent> =
  | { agreement: Sent; missing: [] }
  | { agreement: null; missing: AgreementGap[] }

type Parts = { number: string; digit: string }

/** Splits '1234-3'. Returns undefined if it is too long or the digit is missing or not `expected`. */
export function splitCheckDigit(printedText: string, length: number, expected?: string): Parts | undefined {
  const [, number, digit] = /^(\d+)-([\dXP])$/.exec(printedText) ?? []
  if (!number || !digit || number.length > length) return undefined
  if (expected !== undefined && number.padStart(length, '0') !== expected) return undefined
  return { number: expected ?? number, digit }
}

/** Fields of every agreement, with the check digits that remittance files require. */
export type RemittanceAccountFields<Code extends string> = {
  bank: Code
  agency: string
  agencyDigit: string
  account: string
  accountDigit: string
  wallet: string
}

type PrintedAccount = { agencyPrinted: string; accountPrinted?: string; agency?: string; account?: string }

/** Returns agency and account for files, and which of the two are usable. */
export function splitAccount(of: PrintedAccount, accountLength: number) {
  const agency = splitCheckDigit(of.agencyPrinted, 4, of.agency)
  const account = splitCheckDigit(of.accountPrinted ?? '', accountLength, of.account)
  const names = {
    agency: agency?.number ?? '',
    agencyDigit: agency?.digit ?? '',
    account: account?.number ?? '',
    accountDigit: account?.digit ?? '',
  }
  return { names, has: { agency, account } }
}

export function checkReadiness<Sent>(
  agreement: Sent,
  has: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness<Sent> {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const missing = gaps.filter((gap) => gap in has && !has[gap])
  return missing.length > 0 ? { agreement: null, missing } : { agreement, missing: [] }
}
