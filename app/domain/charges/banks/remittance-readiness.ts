export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

export type RemittanceReadiness<Sent> =
  | { agreement: Sent; missing: [] }
  | { agreement: null; missing: AgreementGap[] }

type NumberParts = { number: string; digit: string }

/** Splits '1234-3'. Returns undefined if it is too long or the digit is missing or not `expected`. */
export function splitCheckDigit(
  printedText: string,
  length: number,
  expected?: string,
): NumberParts | undefined {
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
export function splitAccount(printedAccount: PrintedAccount, accountLength: number) {
  const agency = splitCheckDigit(printedAccount.agencyPrinted, 4, printedAccount.agency)
  const account = splitCheckDigit(printedAccount.accountPrinted ?? '', accountLength, printedAccount.account)
  const accountFields = {
    agency: agency?.number ?? '',
    agencyDigit: agency?.digit ?? '',
    account: account?.number ?? '',
    accountDigit: account?.digit ?? '',
  }
  return { accountFields, usableFields: { agency, account } }
}

export function checkReadiness<Sent>(
  agreement: Sent,
  usableFields: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness<Sent> {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const missing = gaps.filter((gap) => gap in usableFields && !usableFields[gap])
  return missing.length > 0 ? { agreement: null, missing } : { agreement, missing: [] }
}
