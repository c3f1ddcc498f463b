import type { Return400 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { occurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { amountsOf } from '#app/domain/charges/cnab/cnab-record.ts'
import { centsAt, codesAt, dateAt, rawAt, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

type DetailLayout = Return400['detail']

/** Throws UnreadableField. */
export function readDetail400(bank: CnabBank, line: string): ReturnRecord {
  const { returns, boletoNumberOf } = banks[bank]
  const layout = returns[400].detail
  return {
    bank,
    ...numbers400(layout, line),
    boletoNumber: boletoNumberOf(textAt(line, layout.ourNumber)),
    ...amounts400(bank, layout, line),
    net: null,
    ...terms400(layout, line),
    ...dates400(layout, line),
  }
}

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
