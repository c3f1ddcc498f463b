import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** What a bank says of one boleto, as one record (400) or a pair of segments (240) holds it. */
export type ReturnRecord = {
  bank: CnabBank
  occurrence: string
  meaning: OccurrenceMeaning
  /** as the bank writes it, without its digit */
  ourNumber: string
  ourNumberDigit: string | null
  /** the part of it that our boletos are numbered by */
  boletoNumber: string
  wallet: string
  /** whose number it is, without check digits, where the number does not say that itself */
  agency: string
  account: string
  documentNumber: string
  /** what the company wrote into its remittance for itself */
  control: string
  /** the name and the CPF or CNPJ of who was to pay, '' where the bank's records have none */
  payerName: string
  payerDocument: string
  value: Centavos
  /** the amount field, filled on records that are no payment, too */
  received: Centavos
  /** what the payer paid, the bank's fee included: null unless the occurrence is a settlement */
  paid: Centavos | null
  /** what is credited; the records of 400 do not say */
  net: Centavos | null
  fee: Centavos
  dueDate: CivilDate | null
  /** the day of payment where it is one */
  occurrenceDate: CivilDate | null
  creditDate: CivilDate | null
  reasons: string[]
  settlementCode: string | null
  /** the number of the record in its file (400) or batch (240) */
  sequence: string
}

/**
 * A record in its file. `lineKey` is the record of this file, `eventKey` what happened, whichever file tells it:
 * a record counts once under both. Two payments of a boleto alike on one day in one file have two event keys.
 */
export type ReturnEntry = ReturnRecord & { line: number; lineKey: string; eventKey: string }

/** Which file of the bank this is; the same `key` again is the same file. */
export type ReturnFile = {
  bank: CnabBank
  format: 400 | 240
  agreement: string
  sequence: string
  date: CivilDate | null
  key: string
}

/** Why a file is refused, and in which line (from 1); `detail` has the positions or the numbers that differ. */
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
    | 'count'
    | 'sum'
  detail: string
}

/** A file read whole, or refused whole with its faults in the order of their lines. */
export type BankReturn =
  | { valid: true; file: ReturnFile; entries: ReturnEntry[] }
  | { valid: false; faults: ReturnFault[] }

/** What the reader of a format found: records with their lines, or faults. */
export type ReadReturn = {
  file: ReturnFile | null
  records: { line: number; record: ReturnRecord }[]
  faults: ReturnFault[]
}
