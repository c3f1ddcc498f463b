import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'

type Term = 'protest' | 'write-off' | 'interest' | 'discount' | 'fine'

/**
 * The value sent for a term that the shop does not use, and what zeros, blanks and absence mean in the
 * manual. `at` is null if the format has no such field or the record is omitted. `dd` and `ddd` are calendar
 * days from the due date to the third banking day. `page` is the manual's PDF page.
 */
export type Silence = {
  term: Term
  at: Span | null
  sent: string
  zeros: string
  blanks: string
  absence: string
  page: string
}

export type Silences = Readonly<Record<CnabFormat, readonly Silence[]>>

type Meaning = { zeros: string; blanks?: string; page: string }

/** The value if files do not contain the days until the write-off. */
export const byAgreement = "the agreement's days, a setting"

export function declareField(term: Term, at: Span, sent: string, meaning: Meaning): Silence {
  return { term, at, sent, blanks: 'not said', absence: 'always sent', ...meaning }
}

/** Declares zeros at 161–173 or 174–192, where CNAB 400 of all banks has interest and discount. */
export function declareAmount400(term: 'interest' | 'discount', meaning: Meaning): Silence {
  return term === 'interest'
    ? declareField(term, [161, 173], '0'.repeat(13), meaning)
    : declareField(term, [174, 192], '0'.repeat(19), meaning)
}

export function declareFineRecord(meaning: Omit<Meaning, 'zeros'>): Silence {
  const none = { zeros: 'none', blanks: 'not said', absence: 'none' }
  return { term: 'fine', at: null, sent: 'no record', ...none, ...meaning }
}

export function declareNoWriteOff400(page: string): Silence {
  const none = { zeros: 'no field', blanks: 'no field', absence: byAgreement }
  return { term: 'write-off', at: null, sent: 'no field', ...none, page }
}

type Meanings240 = Record<Exclude<Term, 'fine'>, Meaning> & { fine: Omit<Meaning, 'zeros'> }

/** Declares the values of a bank's layout at FEBRABAN's positions. */
export function declareSilences240(
  { unpaid, interest }: { unpaid: { 'write-off': string }; interest: string },
  meanings: Meanings240,
): Silence[] {
  return [
    declareField('protest', [221, 223], unpaid['write-off'].slice(0, 3), meanings.protest),
    declareField('write-off', [224, 227], unpaid['write-off'].slice(3, 7), meanings['write-off']),
    declareField('interest', [118, 141], interest.padEnd(24, '0'), meanings.interest),
    declareField('discount', [142, 165], '0'.repeat(24), meanings.discount),
    declareFineRecord(meanings.fine),
  ]
}
