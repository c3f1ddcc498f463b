import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'

type Term = 'protest' | 'write-off' | 'interest' | 'discount' | 'fine'

/**
 * The value sent for a term that the shop does not use, and the manual's meaning of zeros, blanks and absence.
 * `span` is null if the format has no such field or the record is omitted. `dd` and `ddd` are calendar days from
 * the due date to the third banking day. `page` is the manual's PDF page.
 */
export type TermDefault = {
  term: Term
  span: Span | null
  sentValue: string
  zeros: string
  blanks: string
  unusedFieldNote: string
  page: string
}

export type TermDefaults = Readonly<Record<CnabFormat, readonly TermDefault[]>>

type Meaning = { zeros: string; blanks?: string; page: string }

/** The note for formats without the days until the write-off. */
export const agreementDaysNote = "the agreement's days, a setting"

export function declareField(term: Term, span: Span, sentValue: string, meaning: Meaning): TermDefault {
  return { term, span, sentValue, blanks: 'not said', unusedFieldNote: 'always sent', ...meaning }
}

/** Declares zeros at 161–173 or 174–192, where CNAB 400 of all banks has interest and discount. */
export function declareAmount400(term: 'interest' | 'discount', meaning: Meaning): TermDefault {
  return term === 'interest'
    ? declareField(term, [161, 173], '0'.repeat(13), meaning)
    : declareField(term, [174, 192], '0'.repeat(19), meaning)
}

export function declareFineRecord(meaning: Omit<Meaning, 'zeros'>): TermDefault {
  const unusedField = { zeros: 'none', blanks: 'not said', unusedFieldNote: 'none' }
  return { term: 'fine', span: null, sentValue: 'no record', ...unusedField, ...meaning }
}

export function declareNoWriteOff400(page: string): TermDefault {
  const unusedField = { zeros: 'no field', blanks: 'no field', unusedFieldNote: agreementDaysNote }
  return { term: 'write-off', span: null, sentValue: 'no field', ...unusedField, page }
}

type Meanings240 = Record<Exclude<Term, 'fine'>, Meaning> & { fine: Omit<Meaning, 'zeros'> }

/** Declares the values of a bank's layout at FEBRABAN's positions. */
export function declareTermDefaults240(
  { unpaidTemplates, interest }: { unpaidTemplates: { 'write-off': string }; interest: string },
  meanings: Meanings240,
): TermDefault[] {
  return [
    declareField('protest', [221, 223], unpaidTemplates['write-off'].slice(0, 3), meanings.protest),
    declareField('write-off', [224, 227], unpaidTemplates['write-off'].slice(3, 7), meanings['write-off']),
    declareField('interest', [118, 141], interest.padEnd(24, '0'), meanings.interest),
    declareField('discount', [142, 165], '0'.repeat(24), meanings.discount),
    declareFineRecord(meanings.fine),
  ]
}
