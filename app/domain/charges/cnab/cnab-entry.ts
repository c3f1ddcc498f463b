import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type ReturnRecord = {
  bank: CnabBank
  occurrence: string
  meaning: OccurrenceMeaning
  ourNumber: string
  ourNumberDigit: string | null
  boletoNumber: string // the shop's own part of the number
  wallet: string
  /** agency without check digit, for numbers that do not identify the account */
  agency: string
  account: string
  documentNumber: string
  control: string // our reference, as the bank returns it
  payerName: string // '' if the records do not contain the payer
  payerDocument: string
  value: Centavos
  receivedAmount: Centavos // amount of the record, even if it is not a payment
  paidAmount: Centavos | null // amount including the bank's fee; null unless settled
  net: Centavos | null // credited amount; null in CNAB 400
  fee: Centavos
  dueDate: CivilDate | null
  occurrenceDate: CivilDate | null // date of the payment, for settlements
  creditDate: CivilDate | null
  reasons: string[]
  settlementCode: string | null
  sequence: string // number of the record in its file (400) or batch (240)
}

/** A record of a file. `lineKey` identifies the line; `eventKey` identifies the event across files. */
export type ReturnEntry = ReturnRecord & {
  line: number
  lineKey: string
  eventKey: string
  range: string | null
}

export type ReturnFile = {
  bank: CnabBank
  format: 400 | 240
  agreement: string
  sequence: string
  date: CivilDate | null
  key: string
}

/** A fault of a file. Lines count from 1; `detail` has positions or the numbers that differ. */
export type ReturnFault = {
  line: number
  fault:
    | 'empty'
    | 'record-length'
    | 'not-a-return'
    | 'unknown-bank'
    | 'wrong-bank'
    | 'unknown-record'
    | 'sequence'
    | 'unpaired-segment'
    | 'unreadable-field'
    | 'trailer-missing'
    | 'record-missing'
    | 'count'
    | 'sum'
  detail: string
}

/** A parsed file. Any fault rejects it. `doubts` are totals that do not match; staff decide about them. */
export type BankReturn =
  | { valid: true; file: ReturnFile; entries: ReturnEntry[]; doubts: ReturnFault[] }
  | { valid: false; faults: ReturnFault[] }

export type ReadReturn = {
  file: ReturnFile | null
  records: { line: number; record: ReturnRecord }[]
  faults: ReturnFault[]
}
