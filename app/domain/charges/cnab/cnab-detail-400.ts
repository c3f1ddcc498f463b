import type { Detail400 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { occurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { toRecordAmounts } from '#app/domain/charges/cnab/cnab-record.ts'
import {
  centsAt,
  codesAt,
  dateAt,
  isoDateAt,
  rawAt,
  type Span,
  textAt,
  wordsAt,
} from '#app/domain/charges/cnab/cnab-text.ts'

/** Parses a detail. Throws UnreadableField, or RangeError for another type of record. */
export function readDetail400(bank: CnabBank, line: string): ReturnRecord {
  const layout = banks[bank].returns[400].details[line.slice(0, 1)]
  if (!layout) throw new RangeError(`no detail of bank ${bank}: ${line.slice(0, 1)}`)
  return {
    bank,
    ...readNumbers400(layout, line),
    boletoNumber: banks[bank].boletoNumberOf(textAt(line, layout.ourNumber)),
    ...readAmounts400(bank, layout, line),
    net: null,
    ...readTerms400(layout, line),
    ...readDates400(layout, line),
  }
}

function readAmounts400(bank: CnabBank, { isAfterFee, fee }: Detail400, line: string) {
  const meaning = occurrenceMeaning(400, bank, rawAt(line, [109, 110]))
  return toRecordAmounts(meaning, centsAt(line, [254, 266]), isAfterFee ? centsAt(line, fee) : 0)
}

function readNumbers400(layout: Detail400, line: string) {
  return {
    ourNumber: textAt(line, layout.ourNumber),
    ourNumberDigit: layout.digit && textAt(line, layout.digit),
    wallet: readTextOrEmpty(line, layout.wallet),
    agency: readTextOrEmpty(line, layout.agency),
    account: readTextOrEmpty(line, layout.account),
    payerName: layout.payerName ? wordsAt(line, layout.payerName) : '',
    payerDocument: '',
    documentNumber: textAt(line, [117, 126]),
    control: readTextOrEmpty(line, layout.control),
    sequence: rawAt(line, [395, 400]),
  }
}

function readTextOrEmpty(line: string, span: Span | null): string {
  return span ? textAt(line, span) : ''
}

function readTerms400(layout: Detail400, line: string) {
  return {
    occurrence: rawAt(line, [109, 110]),
    value: centsAt(line, [153, 165]),
    fee: centsAt(line, layout.fee),
    reasons: codesAt(line, layout.reasons, layout.reasonLength),
    settlementCode: layout.settlementCode && (textAt(line, layout.settlementCode) || null),
  }
}

function readDates400({ creditDate }: Detail400, line: string) {
  return {
    dueDate: dateAt(line, [147, 152]),
    occurrenceDate: dateAt(line, [111, 116]),
    creditDate: creditDate[1] - creditDate[0] === 7 ? isoDateAt(line, creditDate) : dateAt(line, creditDate),
  }
}
