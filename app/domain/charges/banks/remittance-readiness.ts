/** Agreement data missing or unfit for a remittance file. */
export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

export type RemittanceReadiness<Sent> =
  | { agreement: Sent; lacks: [] }
  | { agreement: null; lacks: AgreementGap[] }

type Parts = { number: string; digit: string }

/** '1234-3' → number and digit; undefined without a digit, too long, or different from `expected`. */
export function inParts(printed: string, length: number, expected?: string): Parts | undefined {
  const [, number, digit] = /^(\d+)-([\dXP])$/.exec(printed) ?? []
  if (!number || !digit || number.length > length) return undefined
  if (expected !== undefined && number.padStart(length, '0') !== expected) return undefined
  return { number: expected ?? number, digit }
}

export function inNames(agency: Parts | undefined, account: Parts | undefined) {
  return {
    agency: agency?.number ?? '',
    agencyDigit: agency?.digit ?? '',
    account: account?.number ?? '',
    accountDigit: account?.digit ?? '',
  }
}

export function readiness<Sent>(
  agreement: Sent,
  has: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness<Sent> {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const lacks = gaps.filter((gap) => gap in has && !has[gap])
  return lacks.length > 0 ? { agreement: null, lacks } : { agreement, lacks: [] }
}
