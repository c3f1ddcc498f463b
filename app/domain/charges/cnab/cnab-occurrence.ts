import type { BankAgreement } from '#app/domain/charges/bank-agreement.ts'

/** The banks whose files are known. */
export type CnabBank = BankAgreement['bank']

/** Characters of a record, which name the format. */
export type CnabFormat = 400 | 240

/**
 * What an occurrence of a bank's file means for the slip. Only `settled` is money received, whatever the amounts say;
 * `rejected` is a registration refused, `instruction-rejected` an order about a registered slip that was refused,
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

const allMeanings = [
  'settled',
  'registered',
  'rejected',
  'instruction-rejected',
  'written-off',
  'due-date-changed',
  'reversed',
  'other',
] as const

type Table = Partial<Record<OccurrenceMeaning, string>>

// FEBRABAN C044 as Banco do Brasil and Bradesco use it.
const febraban: Table = {
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

const itauNews =
  '04 11 12 13 19 20 21 23 24 25 26 27 28 29 30 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 48 51 52 53 54 55 56 57 61 62 63 74 75 77 78 79 80 82 83 85 86 87 88 89 90 91 92 93 94'

const tables: Record<CnabFormat, Record<CnabBank, Table>> = {
  400: {
    '001': {
      settled: '05 06 07 08 15',
      registered: '02',
      rejected: '03',
      'written-off': '09 10',
      'due-date-changed': '14',
      reversed: '44',
      other: '11 12 13 16 19 20 21 22 23 24 25 26 28 31 32 33 34 35 36 37 38 39 41 42 46 61 72 96 97 98',
    },
    '341': {
      settled: '06 07 08 10 59',
      registered: '02 64 71 73',
      rejected: '03 60',
      'instruction-rejected': '15 16 17 18',
      'written-off': '05 09 47 72',
      'due-date-changed': '14',
      reversed: '69',
      other: `${itauNews} 65 76`,
    },
    '237': {
      settled: '06 15 17',
      registered: '02',
      rejected: '03 24',
      'instruction-rejected': '27 30 32',
      'written-off': '09 10',
      'due-date-changed': '14',
      reversed: '22 40',
      other: '11 12 13 16 18 19 20 21 23 28 33 34 35 55 68 69',
    },
  },
  240: {
    '001': febraban,
    '237': febraban,
    // Here 17 is a change of data refused; elsewhere it is a payment after the slip was written off.
    '341': {
      settled: '06 08 10',
      registered: '02',
      rejected: '03 60',
      'instruction-rejected': '15 16 17 18',
      'written-off': '05 09 47',
      'due-date-changed': '14',
      other: itauNews,
    },
  },
}

/** What an occurrence (400) or movement (240) code of a bank means; `unknown` for a code that is not listed. */
export function occurrenceMeaning(format: CnabFormat, bank: CnabBank, code: string): OccurrenceMeaning {
  return meanings.get(`${format}/${bank}/${code}`) ?? 'unknown'
}

const meanings: ReadonlyMap<string, OccurrenceMeaning> = new Map([
  ...listed(400, '001'),
  ...listed(400, '341'),
  ...listed(400, '237'),
  ...listed(240, '001'),
  ...listed(240, '341'),
  ...listed(240, '237'),
])

function listed(format: CnabFormat, bank: CnabBank): [string, OccurrenceMeaning][] {
  return allMeanings.flatMap((meaning) => {
    const codes = tables[format][bank][meaning]?.split(' ') ?? []
    return codes.map((code): [string, OccurrenceMeaning] => [`${format}/${bank}/${code}`, meaning])
  })
}
