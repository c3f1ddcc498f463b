import type { Detail400 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { getOccurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { toRecordAmounts } from '#app/domain/charges/cnab/cnab-record.ts'
import {
  readCentsAt,
  readCodesAt,
  readDateAt,
  readIsoDateAt,
  readRawAt,
  readTextAt,
  readWordsAt,
  type Span,
} from '#app/domain/charges/cnab/cnab-text.ts'

/** Parses a detail. Throws UnreadableField, or RangeError for another type of record. */
export function readDetail400(bank: CnabBank, line: string): ReturnRecord {
  const layout = banks[bank].returns[400].details[line.slice(0, 1)]
  if (!layout) throw new RangeError(`no detail of bank ${bank}: ${line.slice(0, 1)}`)
  return {
    bank,
    ...readNumbers400(layout, line),
    boletoNumber: banks[bank].extractBoletoNumber(readTextAt(line, layout.ourNumber)),
    ...readAmounts400(bank, layout, line),
    net: null,
    ...readTerms400(layout, line),
    ...readDates400(layout, line),
  }
}

function readAmounts400(bank: CnabBank, { isAfterFee, fee }: Detail400, line: string) {
  const meaning = getOccurrenceMeaning(400, bank, readRawAt(line, [109, 110]))
  return toRecordAmounts(meaning, readCentsAt(line, [254, 266]), isAfterFee ? readCentsAt(line, fee) : 0)
}

function readNumbers400(layout: Detail400, line: string) {
  return {
    ourNumber: readTextAt(line, layout.ourNumber),
    ourNumberDigit: layout.digit && readTextAt(line, layout.digit),
    wallet: readTextOrEmpty(line, layout.wallet),
    agency: readTextOrEmpty(line, layout.agency),
    account: readTextOrEmpty(line, layout.account),
    payerName: layout.payerName ? readWordsAt(line, layout.payerName) : '',
    payerDocument: '',
    documentNumber: readTextAt(line, [117, 126]),
    control: readTextOrEmpty(line, layout.control),
    sequence: readRawAt(line, [395, 400]),
  }
}

function readTextOrEmpty(line: string, span: Span | null): string {
  return span ? readTextAt(line, span) : ''
}

function readTerms400(layout: Detail400, line: string) {
  return {
    occurrence: readRawAt(line, [109, 110]),
    value: readCentsAt(line, [153, 165]),
    fee: readCentsAt(line, layout.fee),
    reasons: readCodesAt(line, layout.reasons, layout.reasonLength),
    settlementCode: layout.settlementCode && (readTextAt(line, layout.settlementCode) || null),
  }
}

function readDates400({ creditDate }: Detail400, line: string) {
  const hasFullYear = creditDate[1] - creditDate[0] === 7
  return {
    dueDate: readDateAt(line, [147, 152]),
    occurrenceDate: readDateAt(line, [111, 116]),
    creditDate: hasFullYear ? readIsoDateAt(line, creditDate) : readDateAt(line, creditDate),
  }
}
