import type { AgreementFields, AgreementWith } from '#app/domain/charges/banks/agreement-fields.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { Silences } from '#app/domain/charges/banks/silence.ts'
import type { BoletoTerm } from '#app/domain/charges/boleto-terms.ts'
import type {
  BoletoFacts,
  EndFacts,
  RemittanceAccount,
  RemittanceFile,
  Unpaid,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import type { Column } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabFormat, OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** `Code` is the COMPE number, `Fields` the agreement in the settings, `Sent` the agreement in remittance files. */
export type Bank<Code extends string, Fields extends AgreementFields, Sent> = {
  code: Code
  /** sources of the layouts' positions and codes */
  manuals: Record<CnabFormat, Manual>
  agreementFields: Fields
  /** digits of the number that the shop chooses; may depend on the agreement number */
  numberWidth: (agreement: string) => number
  /** range of numbers on a day, for banks whose numbers contain the year; the full width if omitted */
  numbersOn?: (day: CivilDate) => { first: number; last: number }
  under: (agreement: AgreementWith<Code, Fields>) => AgreementFacts<Sent>
  /** well-formed fields that cannot be used for a boleto */
  unfitFields?: (agreement: AgreementWith<Code, Fields>) => string[]
  freeFieldOf: (account: RemittanceAccount, ourNumber: string) => string
  boletoNumberOf: (ourNumber: string) => string // the shop's own part of a number from a return file
  rangeOfRecord: (record: NumberedRecord) => string | null
  isNumberedByWallet: boolean
  remittances: { 400: Remittance400 | ((account: RemittanceAccount) => Remittance400); 240: Remittance240 }
  returns: { 400: Return400; 240: Return240 }
  occurrences: Record<CnabFormat, OccurrenceTable>
  /** values sent for terms that the shop does not use */
  silences: Silences
  /** terms that both formats can carry (D69); none if omitted */
  carries?: readonly BoletoTerm[]
}

/** `pages` of the PDF with the details of return files and their codes; `returns` is a separate manual for them. */
export type Manual = { title: string; returns?: string; pages: { fields: string; codes: string } }

export type AgreementFacts<Sent> = {
  range: string
  numbered: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<Sent>
  /** false for a return file of another agreement; true if ours is unknown */
  isNamedBy: (header: string) => boolean
}

type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** A record with a number; '' is blank, and `agreement` comes from the header. */
export type NumberedRecord = {
  ourNumber: string
  agency: string
  account: string
  wallet: string
  agreement: string
}

/** CNAB 400 without record numbers (395–400); `trailer` (2–394) is blank if omitted. */
export type Remittance400 = {
  header: Column<RemittanceFile>[]
  detail: Column<BoletoFacts>[]
  trailer?: Column<EndFacts>[]
  /** record after a boleto with a fine, for details that have no such field */
  fine?: Column<BoletoFacts>[]
}

/** Fields by the end of an unpaid boleto; a run of `d` is replaced by the days until then. */
export type UnpaidFields = Readonly<Record<Unpaid['end'], string>>

/** Fields of CNAB 240 that depend on the bank (FEBRABAN). */
export type Remittance240 = {
  agreement: Column<RemittanceAccount>[] // positions 1–20 of the field
  accountDigits: Column<RemittanceAccount>[] // positions 19–20: account digit, branch-and-account digit
  name: string
  fileVersion: string
  batchVersion: string
  density: string
  reserved: string
  use: string
  number: Column<BoletoFacts>[] // segment P 38–77
  /** codes for a trade bill (DM) and for no interest */
  kind: string
  interest: string
  /** P 221–229: protest, write-off, currency; `other` is for records that register nothing */
  unpaid: UnpaidFields & { other: string }
  /** fields of terms (D69); without them the bank accepts none */
  terms?: Terms240
  nameLength: number // of the payer's name
  hasTotals: boolean // FEBRABAN requires batch totals in return files only
  own?: Own240 // departures from FEBRABAN's layout
}

export type Own240 = {
  company?: { file: Column<RemittanceFile>[]; batch: Column<RemittanceFile>[] } // number, agreement, account
  isTimeless?: true // file header 152–157 is blank
  fileEnd?: Column<unknown>[] // file header 164–240
  batchEnd?: Column<unknown>[] // batch header 200–240
  /** segment P 18–37, 101–106, 230–240 */
  account?: Column<BoletoFacts>[]
  collecting?: string
  contract?: string
  correspondent?: string // segment Q 210–240
  /** segment R 42–65, 90–240, for a boleto with a fine */
  thirdDiscount?: string
  fineEnd?: string
  /** batch trailer 24–240, file trailer 30–240 */
  totals?: Column<EndFacts>[]
  lastEnd?: string
}

export type Terms240 = {
  /** P 118, P 142, R 231 */
  perDay: string
  /** decimals of a monthly rate in P 127–141 (code 2 in P 118) and its page of the manual; no rate if omitted */
  rate?: { decimals: 2 | 5; page: string }
  discount: string
  notice: string
}

export type Return400 = {
  /** layouts by record type, which may depend on the agreement's age */
  details: Readonly<Record<string, Detail400>>
  besideTypes: string // record types to ignore: Pix, fines, messages, split payments
  /** the first non-empty `agreement` counts; dates with eight positions are AAAAMMDD */
  header: { agreement: readonly Span[]; sequence: Span | null; date?: Span }
  trailerBank?: Span // 5–7 when omitted
  totals: readonly Total[]
}

export type Detail400 = {
  control: Span | null
  ourNumber: Span
  digit: Span | null
  wallet: Span | null
  agency: Span | null
  account: Span | null
  payerName: Span | null
  creditDate: Span
  fee: Span
  isAfterFee: boolean // the amount is net of the bank's fee
  reasons: Span
  reasonLength?: 3 // two digits when omitted
  settlementCode: Span | null
}

/** A total in the trailer, counted or summed over details; null `occurrences` include all. */
export type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

export type Return240 = SegmentT & {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  /** a batch trailer may count only its details, without header and trailer */
  countsDetails?: true
}

export type SegmentT = {
  agency: Span
  account: Span
  dueDate: Span
  value: Span
  control: Span
  payerKind: Span // 1 is a CPF, 2 a CNPJ
  payerDocument: Span
  payerName: Span
  fee: Span
  reasons: Span
}
