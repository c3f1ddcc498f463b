/** What an agreement does not say, or not so that it fits, though the bank wants it in a remittance file. */
export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

/** The agreement as remittance files need it, or what it lacks for that. */
export type RemittanceReadiness<Sent> =
  | { agreement: Sent; lacks: [] }
  | { agreement: null; lacks: AgreementGap[] }

type Parts = { number: string; digit: string }

/** '1234-3' → number and digit; undefined without a digit, too long, or when it is not the number that is `expected`. */
export function inParts(printed: string, length: number, expected?: string): Parts | undefined {
  const [, number, digit] = /^(\d+)-([\dXP])$/.exec(printed) ?? []
  if (!number || !digit || number.length > length) return undefined
  if (expected !== undefined && number.padStart(length, '0') !== expected) return undefined
  return { number: expected ?? number, digit }
}

/** Branch and account with their digits, '' for what is not known. */
export function inNames(agency: Parts | undefined, account: Parts | undefined) {
  return {
    agency: agency?.number ?? '',
    agencyDigit: agency?.digit ?? '',
    account: account?.number ?? '',
    accountDigit: account?.digit ?? '',
  }
}

/** The agreement, unless something that it has to have is not there. */
export function readiness<Sent>(
  agreement: Sent,
  has: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness<Sent> {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const lacks = gaps.filter((gap) => gap in has && !has[gap])
  return lacks.length > 0 ? { agreement: null, lacks } : { agreement, lacks: [] }
}
