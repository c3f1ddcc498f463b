import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { type CnabBank, occurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { amountsOf, slipNumberOf } from '#app/domain/charges/cnab/cnab-record.ts'
import { centsAt, codesAt, dateAt, rawAt, type Span, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

/** Where the banks differ in the detail record of a CNAB 400 return file; what is not named here they share. */
type DetailLayout = {
  recordType: string
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

// Banco do Brasil CBR643 (agreements of 7 digits), Itaú Cobrança CNAB 400, Bradesco 4008.524.0121.
const layouts: Record<CnabBank, DetailLayout> = {
  '001': {
    recordType: '7',
    control: [39, 63],
    ourNumber: [64, 80],
    digit: null,
    wallet: [107, 108],
    agency: [18, 21],
    account: [23, 30],
    payerName: null,
    creditDate: [176, 181],
    fee: [182, 188],
    isAfterFee: false,
    reasons: [87, 88],
    settlementCode: null,
  },
  '341': {
    recordType: '1',
    control: [38, 62],
    ourNumber: [86, 93],
    digit: [94, 94],
    wallet: [83, 85],
    agency: [18, 21],
    account: [24, 28],
    payerName: [325, 354],
    creditDate: [296, 301],
    fee: [176, 188],
    isAfterFee: true,
    reasons: [378, 385],
    settlementCode: [393, 394],
  },
  '237': {
    recordType: '1',
    control: [38, 62],
    ourNumber: [71, 81],
    digit: [82, 82],
    wallet: [22, 24],
    agency: [25, 29],
    account: [30, 36],
    payerName: null,
    creditDate: [296, 301],
    fee: [176, 188],
    isAfterFee: false,
    reasons: [319, 328],
    settlementCode: null,
  },
}

/** The first character of a bank's detail records; other records beside them tell of Pix, fines and shares. */
export function detailRecordType(bank: CnabBank): string {
  return layouts[bank].recordType
}

/** Reads a detail record of 400 characters by the positions of its bank. Throws UnreadableField. */
export function readDetail400(bank: CnabBank, line: string): ReturnRecord {
  const layout = layouts[bank]
  return {
    bank,
    ...numbers400(layout, line),
    slipNumber: slipNumberOf(bank, textAt(line, layout.ourNumber)),
    ...amounts400(bank, layout, line),
    net: null,
    ...terms400(layout, line),
    ...dates400(layout, line),
  }
}

/** Itaú's field is "valor principal, lançado em conta corrente": what the payer paid is that and the fee. */
function amounts400(bank: CnabBank, { isAfterFee, fee }: DetailLayout, line: string) {
  const meaning = occurrenceMeaning(400, bank, rawAt(line, [109, 110]))
  return amountsOf(meaning, centsAt(line, [254, 266]), isAfterFee ? centsAt(line, fee) : 0)
}

function numbers400(layout: DetailLayout, line: string) {
  return {
    ourNumber: textAt(line, layout.ourNumber),
    ourNumberDigit: layout.digit && textAt(line, layout.digit),
    wallet: textAt(line, layout.wallet),
    agency: textAt(line, layout.agency),
    account: textAt(line, layout.account),
    payerName: layout.payerName ? textAt(line, layout.payerName) : '',
    payerDocument: '',
    documentNumber: textAt(line, [117, 126]),
    control: textAt(line, layout.control),
    sequence: rawAt(line, [395, 400]),
  }
}

function terms400(layout: DetailLayout, line: string) {
  return {
    occurrence: rawAt(line, [109, 110]),
    value: centsAt(line, [153, 165]),
    fee: centsAt(line, layout.fee),
    reasons: codesAt(line, layout.reasons),
    settlementCode: layout.settlementCode && (textAt(line, layout.settlementCode) || null),
  }
}

function dates400(layout: DetailLayout, line: string) {
  return {
    dueDate: dateAt(line, [147, 152]),
    occurrenceDate: dateAt(line, [111, 116]),
    creditDate: dateAt(line, layout.creditDate),
  }
}
