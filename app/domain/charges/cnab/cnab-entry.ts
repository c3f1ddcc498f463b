import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** One record (400) or a pair of segments (240). */
export type ReturnRecord = {
  bank: CnabBank
  occurrence: string
  meaning: OccurrenceMeaning
  ourNumber: string
  ourNumberDigit: string | null
  /** the shop's own part of it */
  boletoNumber: string
  wallet: string
  /** without check digits, where the number does not identify the account */
  agency: string
  account: string
  documentNumber: string
  /** our reference, echoed */
  control: string
  /** '' where the records lack the payer */
  payerName: string
  payerDocument: string
  value: Centavos
  /** also set on records that are no payment */
  received: Centavos
  /** including the bank's fee; null unless settled */
  paid: Centavos | null
  /** credited; null in 400 */
  net: Centavos | null
  fee: Centavos
  dueDate: CivilDate | null
  /** payment date for settlements */
  occurrenceDate: CivilDate | null
  creditDate: CivilDate | null
  reasons: string[]
  settlementCode: string | null
  /** record number in its file (400) or batch (240) */
  sequence: string
}

/** `lineKey` is unique in the file, `eventKey` across files; identical payments of one day get different event keys.
 * `range`: null where neither record nor header identifies it. */
export type ReturnEntry = ReturnRecord & {
  line: number
  lineKey: string
  eventKey: string
  range: string | null
}

/** Equal `key` means the same file. */
export type ReturnFile = {
  bank: CnabBank
  format: 400 | 240
  agreement: string
  sequence: string
  date: CivilDate | null
  key: string
}

/** Lines count from 1; `detail` has positions or differing numbers. */
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

/** Refused whole on any fault; `doubts` are totals of trailers that do not agree, for staff to look at (D135). */
export type BankReturn =
  | { valid: true; file: ReturnFile; entries: ReturnEntry[]; doubts: ReturnFault[] }
  | { valid: false; faults: ReturnFault[] }

export type ReadReturn = {
  file: ReturnFile | null
  records: { line: number; record: ReturnRecord }[]
  faults: ReturnFault[]
}
