import type { AgreementFields, AgreementWith } from '#app/domain/charges/banks/agreement-fields.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { BoletoTerm, BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { BoletoFacts, RemittanceAccount, RemittanceFile } from '#app/domain/charges/cnab/cnab-boleto.ts'
import type { Column } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabFormat, OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'

/** `Code`: COMPE number; `Fields`: agreement in the settings; `Sent`: agreement in remittance files. */
export type Bank<Code extends string, Fields extends AgreementFields, Sent> = {
  code: Code
  agreementFields: Fields
  /** digits of the number the shop chooses */
  numberWidth: number
  under: (agreement: AgreementWith<Code, Fields>) => AgreementFacts<Sent>
  /** campo livre */
  freeFieldOf: (account: RemittanceAccount, ourNumber: string) => string
  /** the shop's own part of a number in a return file */
  boletoNumberOf: (ourNumber: string) => string
  /** null where the record does not identify the range */
  rangeOfRecord: (record: NumberedRecord) => string | null
  /** numbers are unique per wallet only */
  isNumberedByWallet: boolean
  remittances: { 400: Remittance400; 240: Remittance240 }
  returns: { 400: Return400; 240: Return240 }
  occurrences: Record<CnabFormat, OccurrenceTable>
  /** terms both formats can tell (D69); none when left out */
  carries?: readonly BoletoTerm[]
}

export type AgreementFacts<Sent> = {
  /** number range (D67) */
  range: string
  numbered: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<Sent>
  /** false for a return file of another agreement; true when ours is unknown */
  isNamedBy: (header: string) => boolean
}

type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** As written in the return file; '' for blank. */
export type NumberedRecord = { ourNumber: string; agency: string; account: string; wallet: string }

/** CNAB 400; the trailer is the same at every bank. */
export type Remittance400 = {
  header: Column<RemittanceFile>[]
  detail: Column<BoletoFacts>[]
  /** record after the detail of a boleto with a fine, where the detail has no field for it */
  fine?: Column<BoletoFacts>[]
}

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
  /** DM (trade bill), no interest, no protest, currency */
  kind: string
  interest: string
  unpaid: string
  /** how terms are told (D69); a bank without it has none */
  terms?: Terms240
  /** length of the payer's name */
  nameLength: number
  /** FEBRABAN requires batch totals in return files only */
  hasTotals: boolean
}

export type Terms240 = {
  /** P 118, P 142, P 221–229, R 231 */
  perDay: string
  discount: string
  unpaid: (terms: BoletoTerms) => string
  notice: string
}

/** Bank-specific fields of CNAB 400 return files. */
export type Return400 = {
  detailType: string
  /** other record types (Pix, fines, messages, split payments), ignored */
  besideTypes: string
  header: { agreement: Span; sequence: Span }
  totals: readonly Total[]
  detail: {
    control: Span
    ourNumber: Span
    digit: Span | null
    wallet: Span
    agency: Span
    account: Span
    payerName: Span | null
    creditDate: Span
    fee: Span
    /** the amount is net of the bank's fee */
    isAfterFee: boolean
    reasons: Span
    settlementCode: Span | null
  }
}

/** A trailer total: count or sum over the details; null means all occurrences. */
export type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

/** Bank-specific fields of CNAB 240 return files. */
export type Return240 = {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  reasons: Span
}
