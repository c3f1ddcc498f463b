/** Characters of a record, which name the format. */
export type CnabFormat = 400 | 240

/**
 * What an occurrence of a bank's file means for the boleto. Only `settled` is money received, whatever the amounts say;
 * `rejected` is a registration refused, `instruction-rejected` an order about a registered boleto that was refused,
 * `reversed` a payment taken back, `other` fees and news without effect, `unknown` a code nobody has listed: staff look.
 */
export type OccurrenceMeaning =
  | 'settled'
  | 'registered'
  | 'rejected'
  | 'instruction-rejected'
  | 'written-off'
  | 'due-date-changed'
  | 'reversed'
  | 'other'
  | 'unknown'

/** By meaning the codes of two characters that have it, with blanks between them. */
export type OccurrenceTable = Partial<Record<OccurrenceMeaning, string>>

/** FEBRABAN C044, for files of 240 of banks that have no list of their own. */
export const febrabanOccurrences: OccurrenceTable = {
  settled: '06 17',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '26 30',
  'written-off': '09',
  'due-date-changed': '14',
  reversed: '44',
  other:
    '04 05 07 08 11 12 13 15 19 20 23 24 25 27 28 29 33 34 35 36 37 38 39 40 41 42 43 45 46 47 48 49 50 51 52 53 54 58 59 73',
}
