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
  boletoNumber: string // the shop's own part of it
  wallet: string
  /** without check digits, for numbers that do not identify the account */
  agency: string
  account: string
  documentNumber: string
  control: string // our reference, as returned by the bank
  payerName: string // '' where the records lack the payer
  payerDocument: string
  value: Centavos
  received: Centavos // also set on records that are not payments
  paid: Centavos | null // including the bank's fee; null unless settled
  net: Centavos | null // credited; null in 400
  fee: Centavos
  dueDate: CivilDate | null
  occurrenceDate: CivilDate | null // payment date for settlements
  creditDate: CivilDate | null
  reasons: string[]
  settlementCode: string | null
  sequence: string // number of the record in its file (400) or batch (240)
}

/** `lineKey` is unique within the file, `eventKey` across files, even for equal payments on one day. */
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

/** A fault in a file; lines count from 1, and `detail` has positions or the numbers that differ. */
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

/** Any fault rejects the file; `doubts` are trailer totals that do not agree, about which staff decide. */
export type BankReturn =
  | { valid: true; file: ReturnFile; entries: ReturnEntry[]; doubts: ReturnFault[] }
  | { valid: false; faults: ReturnFault[] }

export type ReadReturn = {
  file: ReturnFile | null
  records: { line: number; record: ReturnRecord }[]
  faults: ReturnFault[]
}
