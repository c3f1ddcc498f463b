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
  /** digits of the number the shop chooses; may depend on the number of the agreement */
  numberWidth: (agreement: string) => number
  /** the numbers of boletos made on a day, for banks with the year in them; all of the width when left out */
  numbersOn?: (day: CivilDate) => { first: number; last: number }
  under: (agreement: AgreementWith<Code, Fields>) => AgreementFacts<Sent>
  /** fields no boleto can be made with, though each has its form */
  unfitFields?: (agreement: AgreementWith<Code, Fields>) => string[]
  /** campo livre */
  freeFieldOf: (account: RemittanceAccount, ourNumber: string) => string
  /** the shop's own part of a number in a return file */
  boletoNumberOf: (ourNumber: string) => string
  /** null where the record does not identify the range */
  rangeOfRecord: (record: NumberedRecord) => string | null
  /** numbers are unique per wallet only */
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
  /** number range (D67) */
  range: string
  numbered: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<Sent>
  /** false for a return file of another agreement; true when ours is unknown */
  isNamedBy: (header: string) => boolean
}

type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** As written in the return file; '' for blank. `agreement`: of its header. */
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
  /** record after the detail of a boleto with a fine, where the detail has no field for it */
  fine?: Column<BoletoFacts>[]
}

/** Fields by how an unpaid boleto ends; a run of `d` is replaced by the days until then. */
export type UnpaidFields = Readonly<Record<Unpaid['end'], string>>

/** Bank-specific fields of CNAB 240 (FEBRABAN). */
export type Remittance240 = {
  /** positions 1–20 of the agreement field */
  agreement: Column<RemittanceAccount>[]
  /** positions 19–20 of the account: account digit, branch-and-account digit */
  accountDigits: Column<RemittanceAccount>[]
  /** headers: bank name, file and batch versions, density, reserved field */
  name: string
  fileVersion: string
  batchVersion: string
  density: string
  reserved: string
  use: string
  /** segment P, positions 38–77: number, registration, printing, delivery, document */
  number: Column<BoletoFacts>[]
  /** DM (trade bill), no interest */
  kind: string
  interest: string
  /** P 221–229: protest, write-off, currency; `other`: a record that registers nothing */
  unpaid: UnpaidFields & { other: string }
  /** how terms are told (D69); a bank without it has none */
  terms?: Terms240
  /** length of the payer's name */
  nameLength: number
  /** FEBRABAN requires batch totals in return files only */
  hasTotals: boolean
  /** where the bank leaves FEBRABAN's layout */
  own?: Own240
}

/** Fields by their first and last position. */
export type Own240 = {
  /** headers of file and batch: number of the company, agreement, account */
  company?: { file: Column<RemittanceFile>[]; batch: Column<RemittanceFile>[] }
  /** file header 152–157 is blank */
  isTimeless?: true
  /** file header 164–240 */
  fileEnd?: Column<unknown>[]
  /** batch header 200–240 */
  batchEnd?: Column<unknown>[]
  /** segment P 18–37, 101–106, 230–240 */
  account?: Column<BoletoFacts>[]
  collecting?: string
  contract?: string
  /** segment Q 210–240 */
  correspondent?: string
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

/** Bank-specific fields of CNAB 400 return files. */
export type Return400 = {
  /** by record type: an agreement's age may decide it */
  details: Readonly<Record<string, Detail400>>
  /** other record types (Pix, fines, messages, split payments), ignored */
  besideTypes: string
  /** `agreement`: the first that is filled; dates of eight positions are AAAAMMDD */
  header: { agreement: readonly Span[]; sequence: Span | null; date?: Span }
  /** 5–7 when left out */
  trailerBank?: Span
  totals: readonly Total[]
}

/** Null for what the bank's records lack. */
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
  /** the amount is net of the bank's fee */
  isAfterFee: boolean
  reasons: Span
  /** two digits when left out */
  reasonLength?: 3
  settlementCode: Span | null
}

/** A trailer total: count or sum over the details; null means all occurrences. */
export type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

/** Bank-specific fields of CNAB 240 return files; `agreement` of the header, the others of segment T. */
export type Return240 = SegmentT & {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  /** a batch trailer may count its details alone, without header and trailer */
  countsDetails?: true
}

/** FEBRABAN's positions, which most banks keep. */
export type SegmentT = {
  agency: Span
  account: Span
  dueDate: Span
  value: Span
  control: Span
  /** 1 is a CPF, 2 a CNPJ */
  payerKind: Span
  payerDocument: Span
  payerName: Span
  fee: Span
  reasons: Span
}
