import type { AgreementFields, AgreementWith } from '#app/domain/charges/banks/agreement-fields.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { BoletoFacts, RemittanceAccount, RemittanceFile } from '#app/domain/charges/cnab/cnab-boleto.ts'
import type { Column } from '#app/domain/charges/cnab/cnab-layout.ts'
import type { CnabFormat, OccurrenceTable } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { Span } from '#app/domain/charges/cnab/cnab-text.ts'

/**
 * All that is particular to a bank under whose agreement the shop makes boletos: `Code` is its COMPE number, `Fields`
 * what the settings ask of an agreement, `Sent` the agreement as remittance files need it. What a bank is called, and
 * its reasons in words, stand with the words of the settings.
 */
export type Bank<Code extends string, Fields extends AgreementFields, Sent> = {
  code: Code
  /** in the order they are asked and stored in */
  agreementFields: Fields
  /** how many digits the bank gives the number that the shop chooses */
  numberWidth: number
  /** what follows from an agreement */
  under: (agreement: AgreementWith<Code, Fields>) => AgreementFacts<Sent>
  /** the free field (campo livre) of a number, as a remittance file knows the agreement */
  freeFieldOf: (account: RemittanceAccount, ourNumber: string) => string
  /** the part of a number in a return file that the shop's boletos are numbered by */
  boletoNumberOf: (ourNumber: string) => string
  /** the range a record's number is of; null where the record does not say so */
  rangeOfRecord: (record: NumberedRecord) => string | null
  /** a number means another boleto in another wallet */
  isNumberedByWallet: boolean
  remittances: { 400: Remittance400; 240: Remittance240 }
  returns: { 400: Return400; 240: Return240 }
  occurrences: Record<CnabFormat, OccurrenceTable>
}

export type AgreementFacts<Sent> = {
  /** the range its boleto numbers are of (D67) */
  range: string
  numbered: (ourNumber: string) => NumberedBoleto
  remittance: RemittanceReadiness<Sent>
  /** false where the header of a return file names another agreement; true where the shop's own is not known */
  isNamedBy: (header: string) => boolean
}

/** What a boleto's number gives: the free field, and what is printed of the number and the account. */
type NumberedBoleto = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/** What a record of a return file says of where its number is from; texts as the bank writes them, '' for blank. */
export type NumberedRecord = { ourNumber: string; agency: string; account: string; wallet: string }

/** The records of 400 of a remittance file; their trailer is the same at every bank. */
export type Remittance400 = { header: Column<RemittanceFile>[]; detail: Column<BoletoFacts>[] }

/** Where banks fill the records of 240 (FEBRABAN) of a remittance file differently. */
export type Remittance240 = {
  /** positions 1–20 of whose agreement it is */
  agreement: Column<RemittanceAccount>[]
  /** positions 19–20 of the account: its digit, and the digit of branch and account */
  accountDigits: Column<RemittanceAccount>[]
  /** the headers: name of the bank, versions of file and batch, density and what is reserved */
  name: string
  fileVersion: string
  batchVersion: string
  density: string
  reserved: string
  use: string
  /** positions 38–77 of segment P: the number, how the boleto is registered, printed and handed out, the document */
  number: Column<BoletoFacts>[]
  /** trade bill (DM), the kind of interest that means none, and what becomes of an unpaid boleto: no protest; currency */
  kind: string
  interest: string
  unpaid: string
  /** characters of the payer's name */
  nameLength: number
  /** FEBRABAN asks for the totals of a batch in return files only */
  hasTotals: boolean
}

/** Where banks differ in the records of 400 of a return file; what is not named here they share. */
export type Return400 = {
  /** the first character of a detail record */
  detailType: string
  /** those of records beside the details: of Pix, fines, messages and shares of a payment; they move nothing */
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
    /** the amount is what is credited, with the fee taken out */
    isAfterFee: boolean
    reasons: Span
    settlementCode: Span | null
  }
}

/** A number of the trailer and what it says of the details: how many, or the sum of their values; null is of all. */
export type Total = { span: Span; of: 'count' | 'sum'; occurrences: readonly string[] | null }

/** Where banks differ in the records of 240 of a return file: who it is for, the number, and whose document number. */
export type Return240 = {
  agreement: readonly Span[]
  ourNumber: Span
  digit: Span | null
  wallet: Span
  documentNumber: Span
  reasons: Span
}
