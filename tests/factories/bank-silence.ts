import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'

type Term = 'protest' | 'write-off' | 'interest' | 'discount' | 'fine'

/**
 * Values sent where the shop asks for nothing, and the manual's meaning of zeros, blanks and absence. Null: the
 * format has no such field, or the record is left out. `dd` and `ddd`: the calendar days from the due date to the third
 * banking day, which the paper promises. Pages are those of the PDF.
 */
export type Silence = {
  term: Term
  at: readonly [from: number, to: number] | null
  sent: string
  zeros: string
  blanks: string
  page: string
}

const unsaid = 'not said'
const agreed = "the agreement's days, a setting"
const noFine = (page: string): Silence => ({
  term: 'fine',
  at: null,
  sent: 'no record',
  zeros: 'none',
  blanks: unsaid,
  page,
})
const noDiscount = (at: readonly [number, number], sent: string, zeros: string, page: string): Silence => ({
  term: 'discount',
  at,
  sent,
  zeros,
  blanks: unsaid,
  page,
})

export const silences: Readonly<Record<CnabBank, Readonly<Record<CnabFormat, readonly Silence[]>>>> = {
  '001': {
    400: [
      {
        term: 'protest',
        at: [157, 160],
        sent: '0700',
        zeros: 'no instruction: protest after 3 banking days in wallets 31 and 17 vinculada; 07 is none',
        blanks: unsaid,
        page: '11, and 240 p. 10',
      },
      { term: 'write-off', at: null, sent: 'no field', zeros: agreed, blanks: agreed, page: '6' },
      {
        term: 'interest',
        at: [161, 173],
        sent: '0000000000000',
        zeros: "the agreement's rate; where that is 0, the bank's own: ask for none at the agency",
        blanks: unsaid,
        page: '12',
      },
      noDiscount([174, 192], '0000000000000000000', 'none', '6'),
      noFine('2, 7'),
    ],
    240: [
      {
        term: 'protest',
        at: [221, 223],
        sent: '300',
        zeros: 'protest after 3 banking days in wallets 31 and 17 vinculada',
        blanks: 'as zeros',
        page: '10',
      },
      { term: 'write-off', at: [224, 227], sent: '0000', zeros: agreed, blanks: agreed, page: '10' },
      {
        term: 'interest',
        at: [118, 141],
        sent: '300000000000000000000000',
        zeros: "as 3, which the bank does not read: the agreement's rate; ask for none at the agency",
        blanks: unsaid,
        page: '10',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '10'),
      noFine('13'),
    ],
  },
  '341': {
    400: [
      {
        term: 'protest',
        at: [157, 160],
        sent: '9210',
        zeros: "the account's standing order; 10 is no protest, 92 the write-off of 392",
        blanks: unsaid,
        page: '32',
      },
      {
        term: 'write-off',
        at: [392, 393],
        sent: 'dd',
        zeros: "without 92 the account's standing order, else 120 days",
        blanks: unsaid,
        page: '32, 34',
      },
      {
        term: 'interest',
        at: [161, 173],
        sent: '0000000000000',
        zeros: "the account's standing order, or the bank's own rate where the account has it",
        blanks: unsaid,
        page: '34',
      },
      noDiscount([174, 192], '0000000000000000000', 'none', '35'),
      noFine('6, 12'),
    ],
    240: [
      {
        term: 'protest',
        at: [221, 223],
        sent: '300',
        zeros: "no instruction: the account's standing order; 3 is none",
        blanks: unsaid,
        page: '20',
      },
      {
        term: 'write-off',
        at: [224, 226],
        sent: '1dd',
        zeros: "no instruction: the account's standing order, else 120 days",
        blanks: unsaid,
        page: '21',
      },
      {
        term: 'interest',
        at: [118, 141],
        sent: '000000000000000000000000',
        zeros: "the account's standing order, or the bank's own rate where the account has it",
        blanks: unsaid,
        page: '9, 20',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '20'),
      noFine('11'),
    ],
  },
  '237': {
    400: [
      {
        term: 'protest',
        at: [157, 158],
        sent: '18',
        zeros: 'none; 18 is the write-off, the two share the field',
        blanks: unsaid,
        page: '20',
      },
      {
        term: 'write-off',
        at: [157, 160],
        sent: '18dd',
        zeros: "neither protest nor write-off of this boleto: the agreement's days",
        blanks: unsaid,
        page: '20',
      },
      {
        term: 'interest',
        at: [161, 173],
        sent: '0000000000000',
        zeros: 'none, unless a letter gave the agency a rate',
        blanks: unsaid,
        page: '21',
      },
      noDiscount([174, 192], '0000000000000000000', 'none', '11'),
      { term: 'fine', at: [66, 70], sent: '00000', zeros: 'none', blanks: unsaid, page: '17' },
    ],
    240: [
      { term: 'protest', at: [221, 223], sent: '300', zeros: 'no code', blanks: unsaid, page: '25' },
      {
        term: 'write-off',
        at: [224, 227],
        sent: '1ddd',
        zeros: "no code; 2, not to write off, is not read: the agreement's days",
        blanks: unsaid,
        page: '25',
      },
      {
        term: 'interest',
        at: [118, 141],
        sent: '300000000000000000000000',
        zeros: 'no code; 3 is none',
        blanks: unsaid,
        page: '24',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '24'),
      noFine('15, 40'),
    ],
  },
  '033': {
    400: [
      {
        term: 'protest',
        at: [157, 158],
        sent: '07',
        zeros: "the beneficiary's profile; 07 is none",
        blanks: unsaid,
        page: '9, 23',
      },
      { term: 'write-off', at: [159, 160], sent: '00', zeros: agreed, blanks: unsaid, page: '9, 23' },
      { term: 'interest', at: [161, 173], sent: '0000000000000', zeros: 'none', blanks: unsaid, page: '9' },
      noDiscount([174, 192], '0000000000000000000', 'none', '9'),
      { term: 'fine', at: [78, 82], sent: '00000', zeros: 'none', blanks: unsaid, page: '8' },
    ],
    240: [
      {
        term: 'protest',
        at: [221, 223],
        sent: '000',
        zeros: 'none; 3 is the profile',
        blanks: unsaid,
        page: '20',
      },
      {
        term: 'write-off',
        at: [224, 227],
        sent: '3000',
        zeros: `no code; 3 is the profile: ${agreed}`,
        blanks: unsaid,
        page: '20',
      },
      {
        term: 'interest',
        at: [118, 141],
        sent: '300000000000000000000000',
        zeros: 'no code; 3 is none',
        blanks: unsaid,
        page: '20',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '20'),
      noFine('5'),
    ],
  },
  '104': {
    400: [
      {
        term: 'protest',
        at: [157, 160],
        sent: '0200',
        zeros: 'give back, as 02',
        blanks: 'give back, as 02',
        page: '40',
      },
      {
        term: 'write-off',
        at: [392, 393],
        sent: 'dd',
        zeros: '1 day after the due date',
        blanks: '5 days',
        page: '40',
      },
      { term: 'interest', at: [161, 173], sent: '0000000000000', zeros: 'none', blanks: unsaid, page: '21' },
      noDiscount([174, 192], '0000000000000000000', 'none', '21'),
      { term: 'fine', at: [352, 367], sent: '0000000000000000', zeros: 'none', blanks: unsaid, page: '21' },
    ],
    240: [
      { term: 'protest', at: [221, 223], sent: '300', zeros: 'no code', blanks: unsaid, page: '68' },
      {
        term: 'write-off',
        at: [224, 227],
        sent: '1ddd',
        zeros: 'on the due date itself; 2, not to write off, goes with protest alone',
        blanks: '5 days',
        page: '68',
      },
      {
        term: 'interest',
        at: [118, 141],
        sent: '300000000000000000000000',
        zeros: 'none',
        blanks: unsaid,
        page: '67',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '67'),
      { ...noFine('88'), blanks: 'none' },
    ],
  },
  '748': {
    400: [
      { term: 'protest', at: [157, 160], sent: '0000', zeros: 'none', blanks: unsaid, page: '35' },
      { term: 'write-off', at: null, sent: 'no field', zeros: agreed, blanks: agreed, page: '36' },
      { term: 'interest', at: [161, 173], sent: '0000000000000', zeros: 'none', blanks: unsaid, page: '36' },
      noDiscount([174, 192], '0000000000000000000', 'none', '36'),
      { term: 'fine', at: [93, 96], sent: '0000', zeros: 'none', blanks: unsaid, page: '34' },
    ],
    240: [
      { term: 'protest', at: [221, 223], sent: '300', zeros: 'no code', blanks: unsaid, page: '46' },
      {
        term: 'write-off',
        at: [224, 227],
        sent: '1060',
        zeros: `no code; always 60 by the manual, ${agreed}, by the shop`,
        blanks: unsaid,
        page: '47',
      },
      {
        term: 'interest',
        at: [118, 141],
        sent: '300000000000000000000000',
        zeros: 'no code; 3 is none',
        blanks: unsaid,
        page: '45',
      },
      noDiscount([142, 165], '000000000000000000000000', 'none', '46'),
      noFine('55'),
    ],
  },
}
