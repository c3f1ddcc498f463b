export type CnabFormat = 400 | 240 // number of characters per record

// The meaning of a record. Only `settled` is money received, whatever the amounts. `instruction-rejected`
// concerns a later instruction, not the registration; `unpayable` and `unknown` go to staff; `other` has no
// effect.
export type OccurrenceMeaning =
  | 'settled'
  | 'registered'
  | 'rejected'
  | 'instruction-rejected'
  | 'written-off'
  | 'due-date-changed'
  | 'reversed'
  | 'unpayable'
  | 'other'
  | 'unknown'

/** Two-character codes by their meaning, separated by blanks. */
export type OccurrenceTable = Partial<Record<OccurrenceMeaning, string>>

/** FEBRABAN C044, for banks without a list. Omits 45 (cleared cheque), so that staff check such a payment. */
export const febrabanOccurrences: OccurrenceTable = {
  settled: '06 17',
  registered: '02',
  rejected: '03',
  'instruction-rejected': '26 30',
  'written-off': '09',
  'due-date-changed': '14',
  reversed: '44',
  unpayable: '25 53',
  other:
    '04 05 07 08 11 12 13 15 19 20 23 24 27 28 29 33 34 35 36 37 38 39 40 41 42 43 46 47 48 49 50 51 52 54 58 59 73',
}
