import type { AgreementFields, AgreementWith } from '#app/domain/charges/banks/agreement-fields.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { TermDefaults } from '#app/domain/charges/banks/term-defaults.ts'
import type { BoletoTerm } from '#app/domain/charges/boleto-terms.ts'
import type {
  RemittanceAccount,
  RemittanceBoletoContext,
  RemittanceFile,
  TrailerContext,
  UnpaidEnd,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import type { Column } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabFormat, OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** A bank. `Code` is the COMPE number. `Fields` declare the agreement in settings, `SentAgreement` in remittances. */
export type Bank<Code extends string, Fields extends AgreementFields, SentAgreement> = {
  code: Code
  /** sources of the layouts' positions and codes */
  manuals: Record<CnabFormat, Manual>
  agreementFields: Fields
  /** digits of the number that the shop chooses; may depend on the agreement */
  getNumberWidth: (agreement: string) => number
  /** range of numbers on a day, for banks whose numbers contain the year; default: all */
  getNumbersOn?: (day: CivilDate) => { first: number; last: number }
  getRules: (agreement: AgreementWith<Code, Fields>) => AgreementRules<SentAgreement>
  /** well-formed fields that are not usable for a boleto */
  listUnfitFields?: (agreement: AgreementWith<Code, Fields>) => string[]
  buildFreeField: (account: RemittanceAccount, ourNumber: string) => string
  extractBoletoNumber: (ourNumber: string) => string // returns the shop's own part of a number in a return file
  findRecordRange: (record: NumberedRecord) => string | null
  isNumberedByWallet: boolean
  remittances: { 400: Remittance400 | ((account: RemittanceAccount) => Remittance400); 240: Remittance240 }
  returns: { 400: Return400; 240: Return240 }
  occurrences: Record<CnabFormat, OccurrenceTable>
  /** values sent for terms that the shop does not use */
  termDefaults: TermDefaults
  /** terms that both formats support (D69); none if omitted */
  supportedTerms?: readonly BoletoTerm[]
}

/** A manual with its pages about details and codes. `returns` is the title of a separate manual for return files. */
export type Manual = { title: string; returns?: string; pages: { fields: string; codes: string } }

export type AgreementRules<SentAgreement> = {
  range: string
  buildNumberedBoleto: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<SentAgreement>
  /** returns false for a return file of another agreement; true if the settings lack our agreement */
  matchesHeader: (headerAgreement: string) => boolean
}

type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** A record with a number. Blank fields are ''; `agreement` comes from the header. */
export type NumberedRecord = {
  ourNumber: string
  agency: string
  account: string
  wallet: string
  agreement: string
}

/** The layout of CNAB 400 without record numbers (395–400). A default `trailer` (2–394) is blank. */
export type Remittance400 = {
  header: Column<RemittanceFile>[]
  detail: Column<RemittanceBoletoContext>[]
  trailer?: Column<TrailerContext>[]
  /** record after a boleto with a fine, if the detail has no such field */
  fine?: Column<RemittanceBoletoContext>[]
}

/** Instruction fields for each end of an unpaid boleto. The letters `d` are replaced by the days until that end. */
export type UnpaidTemplates = Readonly<Record<UnpaidEnd['end'], string>>

/** Fields of CNAB 240 that depend on the bank. */
export type Remittance240 = {
  agreement: Column<RemittanceAccount>[] // positions 1–20 of the agreement field
  accountDigits: Column<RemittanceAccount>[] // positions 19–20: digit of the account, digit of agency and account
  name: string
  fileVersion: string
  batchVersion: string
  density: string
  reserved: string
  companyUse: string
  number: Column<RemittanceBoletoContext>[] // segment P 38–77
  kind: string
  interest: string
  /** P 221–229: protest, write-off, currency; `other` for records that register nothing */
  unpaidTemplates: UnpaidTemplates & { other: string }
  /** fields of terms (D69); if they are missing, the bank accepts no terms */
  terms?: Terms240
  nameLength: number // length of the payer's name
  hasTotals: boolean // FEBRABAN requires totals of batches in return files only
  ownColumns?: BankColumns240 // differences from FEBRABAN's layout
}

export type BankColumns240 = {
  company?: { file: Column<RemittanceFile>[]; batch: Column<RemittanceFile>[] } // number, agreement, account
  hasBlankTime?: true // the file header is blank at 152–157
  fileEnd?: Column<unknown>[] // file header 164–240
  batchEnd?: Column<unknown>[] // batch header 200–240
  /** segment P 18–37, 101–106, 230–240 */
  account?: Column<RemittanceBoletoContext>[]
  collecting?: string
  contract?: string
  correspondent?: string // segment Q 210–240
  /** segment R 42–65, 90–240, for a boleto with a fine */
  thirdDiscount?: string
  fineEnd?: string
  /** batch trailer 24–240, file trailer 30–240 */
  totals?: Column<TrailerContext>[]
  fileTrailerEnd?: string
}

export type Terms240 = {
  /** P 118, P 142, R 231 */
  perDay: string
  /** decimals of a monthly rate in P 127–141 (code 2 in P 118), and its page; default: none */
  rate?: { decimals: 2 | 5; page: string }
  discount: string
  notice: string
}

export type Return400 = {
  /** layouts by record type, which may depend on the agreement's age */
  details: Readonly<Record<string, Detail400>>
  ignoredTypes: string // record types to ignore: Pix, fines, messages, split payments
  /** the first non-empty `agreement` counts; dates of eight positions are AAAAMMDD */
  header: { agreement: readonly Span[]; sequence: Span | null; date?: Span }
  trailerBank?: Span // default: 5–7
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
  isAfterFee: boolean // true if the amount is net of the bank's fee
  reasons: Span
  reasonLength?: 3 // default: two digits
  settlementCode: Span | null
}

/** A total in the trailer: a count or sum over details with these `occurrences`; null for all. */
export type Total = { span: Span; kind: 'count' | 'sum'; occurrences: readonly string[] | null }

export type Return240 = SegmentT & {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  /** the batch trailer may also count details only, without header and trailer */
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
