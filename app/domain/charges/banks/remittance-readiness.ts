export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

export type RemittanceReadiness<SentAgreement> =
  | { agreement: SentAgreement; missing: [] }
  | { agreement: null; missing: AgreementGap[] }

type NumberParts = { number: string; digit: string }

/**
 * Splits '1234-3' into number and check digit. Returns undefined for text without a check digit, or if the
 * number is longer than `maxLength` or differs from `expectedNumber`.
 */
export function splitCheckDigit(
  printedText: string,
  maxLength: number,
  expectedNumber?: string,
): NumberParts | undefined {
  const [, number, digit] = /^(\d+)-([\dXP])$/.exec(printedText) ?? []
  if (!number || !digit || number.length > maxLength) return undefined
  if (expectedNumber !== undefined && number.padStart(maxLength, '0') !== expectedNumber) return undefined
  return { number: expectedNumber ?? number, digit }
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

/** Returns agency and account for files. A field of `usableFields` is undefined if it cannot be sent. */
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

/** Returns the agreement, or the fields that remittance files need and that are falsy in `usableFields`. */
export function checkReadiness<SentAgreement>(
  agreement: SentAgreement,
  usableFields: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness<SentAgreement> {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const missing = gaps.filter((gap) => gap in usableFields && !usableFields[gap])
  return missing.length > 0 ? { agreement: null, missing } : { agreement, missing: [] }
}
