import type { Return240 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { occurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { amountsOf } from '#app/domain/charges/cnab/cnab-record.ts'
import { centsAt, codesAt, dateAt, rawAt, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

/** FEBRABAN CNAB 240, field groups 3T and 3U. Throws UnreadableField. */
export function readSegments240(bank: CnabBank, segmentT: string, segmentU: string): ReturnRecord {
  const { returns, boletoNumberOf } = banks[bank]
  const layout = returns[240]
  return {
    bank,
    ...numbers240(layout, segmentT),
    boletoNumber: boletoNumberOf(textAt(segmentT, layout.ourNumber)),
    ...amountsOf(occurrenceMeaning(240, bank, rawAt(segmentT, [16, 17])), centsAt(segmentU, [78, 92])),
    net: centsAt(segmentU, [93, 107]),
    ...terms240(layout, segmentT),
    ...dates240(segmentT, segmentU),
  }
}

function numbers240(layout: Return240, segmentT: string) {
  return {
    ourNumber: textAt(segmentT, layout.ourNumber),
    ourNumberDigit: layout.digit && textAt(segmentT, layout.digit),
    wallet: textAt(segmentT, layout.wallet),
    agency: textAt(segmentT, [18, 22]),
    account: textAt(segmentT, [24, 35]),
    payerName: withoutZeros(textAt(segmentT, [149, 188])),
    payerDocument: payerDocument240(segmentT),
    documentNumber: textAt(segmentT, layout.documentNumber),
    control: textAt(segmentT, [106, 130]),
    sequence: rawAt(segmentT, [9, 13]),
  }
}

/** Unknown values are zero-filled. */
function withoutZeros(text: string): string {
  return /^0*$/.test(text) ? '' : text
}

/** Position 133: 1 is a CPF, 2 a CNPJ; both left-padded with zeros. */
function payerDocument240(segmentT: string): string {
  const length = { '1': 11, '2': 14 }[rawAt(segmentT, [133, 133])]
  return length ? withoutZeros(textAt(segmentT, [134, 148])).slice(-length) : ''
}

function terms240(layout: Return240, segmentT: string) {
  return {
    occurrence: rawAt(segmentT, [16, 17]),
    value: centsAt(segmentT, [82, 96]),
    fee: centsAt(segmentT, [199, 213]),
    reasons: codesAt(segmentT, layout.reasons),
    settlementCode: null,
  }
}

function dates240(segmentT: string, segmentU: string) {
  return {
    dueDate: dateAt(segmentT, [74, 81]),
    occurrenceDate: dateAt(segmentU, [138, 145]),
    creditDate: dateAt(segmentU, [146, 153]),
  }
}
