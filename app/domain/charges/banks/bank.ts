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

/** `Code`: COMPE number; `Fields`: agreement in the settings; `Sent`: agreement in remittance files. */
export type Bank<Code extends string, Fields extends AgreementFields, Sent> = {
  code: Code
  /** the sources of its positions and codes */
  manuals: Record<CnabFormat, Manual>
  agreementFields: Fields
  /** digits of the number the shop chooses; may depend on the agreement number */
  numberWidth: (agreement: string) => number
  /** number range of a day, for banks with the year in the number; the full width when omitted */
  numbersOn?: (day: CivilDate) => { first: number; last: number }
  under: (agreement: AgreementWith<Code, Fields>) => AgreementFacts<Sent>
  /** well-formed fields that are unusable for a boleto */
  unfitFields?: (agreement: AgreementWith<Code, Fields>) => string[]
  freeFieldOf: (account: RemittanceAccount, ourNumber: string) => string
  boletoNumberOf: (ourNumber: string) => string // the shop's own part of a number in a return file
  rangeOfRecord: (record: NumberedRecord) => string | null
  isNumberedByWallet: boolean
  remittances: { 400: Remittance400 | ((account: RemittanceAccount) => Remittance400); 240: Remittance240 }
  returns: { 400: Return400; 240: Return240 }
  occurrences: Record<CnabFormat, OccurrenceTable>
  /** what is sent for a term that the shop does not ask for */
  silences: Silences
  /** terms both formats can tell (D69); none when left out */
  carries?: readonly BoletoTerm[]
}

/** `pages` of the PDF: details of return files and their occurrence codes; `returns`: their manual, where it is another. */
export type Manual = { title: string; returns?: string; pages: { fields: string; codes: string } }

export type AgreementFacts<Sent> = {
  range: string
  numbered: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<Sent>
  /** false for a return file of another agreement; true when ours is unknown */
  isNamedBy: (header: string) => boolean
}

type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** '' is blank; `agreement` is the header's. */
export type NumberedRecord = {
  ourNumber: string
  agency: string
  account: string
  wallet: string
  agreement: string
}

/** CNAB 400 without record numbers (395–400); `trailer` (2–394) is blank when left out. */
export type Remittance400 = {
  header: Column<RemittanceFile>[]
  detail: Column<BoletoFacts>[]
  trailer?: Column<EndFacts>[]
  /** record after a boleto with a fine, for details without such a field */
  fine?: Column<BoletoFacts>[]
}

/** Fields by how an unpaid boleto ends; a run of `d` is replaced by the days until then. */
export type UnpaidFields = Readonly<Record<Unpaid['end'], string>>

/** Bank-specific fields of CNAB 240 (FEBRABAN). */
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
  /** codes of a trade bill (DM) and of no interest */
  kind: string
  interest: string
  /** P 221–229: protest, write-off, currency; `other`: a record that registers nothing */
  unpaid: UnpaidFields & { other: string }
  /** how terms are told (D69); a bank without it has none */
  terms?: Terms240
  nameLength: number // of the payer's name
  hasTotals: boolean // FEBRABAN requires batch totals in return files only
  own?: Own240 // where the bank departs from FEBRABAN's layout
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
  /** decimals of a monthly rate in P 127–141, code 2 in P 118, and its page of the manual; none when left out */
  rate?: { decimals: 2 | 5; page: string }
  discount: string
  notice: string
}

export type Return400 = {
  /** by record type, which may depend on the agreement's age */
  details: Readonly<Record<string, Detail400>>
  besideTypes: string // Pix, fines, messages, split payments: ignored
  /** the first filled `agreement` counts; dates of eight positions are AAAAMMDD */
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

/** A trailer total, counted or summed over the details; null means all occurrences. */
export type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

export type Return240 = SegmentT & {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  /** a batch trailer may count its details alone, without header and trailer */
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
