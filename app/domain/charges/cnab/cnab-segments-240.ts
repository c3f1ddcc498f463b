import type { Return240 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { occurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { toRecordAmounts } from '#app/domain/charges/cnab/cnab-record.ts'
import { centsAt, codesAt, dateAt, rawAt, textAt, wordsAt } from '#app/domain/charges/cnab/cnab-text.ts'

/** Parses groups 3T and 3U of FEBRABAN's CNAB 240. Throws UnreadableField. */
export function readSegments240(bank: CnabBank, segmentT: string, segmentU: string): ReturnRecord {
  const { returns, boletoNumberOf: getBoletoNumber } = banks[bank]
  const layout = returns[240]
  return {
    bank,
    ...readNumbers240(layout, segmentT),
    boletoNumber: getBoletoNumber(textAt(segmentT, layout.ourNumber)),
    ...toRecordAmounts(occurrenceMeaning(240, bank, rawAt(segmentT, [16, 17])), centsAt(segmentU, [78, 92])),
    net: centsAt(segmentU, [93, 107]),
    ...readTerms240(layout, segmentT),
    ...readDates240(layout, segmentT, segmentU),
  }
}

function readNumbers240(layout: Return240, segmentT: string) {
  return {
    ourNumber: textAt(segmentT, layout.ourNumber),
    ourNumberDigit: layout.digit && textAt(segmentT, layout.digit),
    wallet: textAt(segmentT, layout.wallet),
    agency: textAt(segmentT, layout.agency),
    account: textAt(segmentT, layout.account),
    payerName: wordsAt(segmentT, layout.payerName),
    payerDocument: readPayerDocument240(layout, segmentT),
    documentNumber: textAt(segmentT, layout.documentNumber),
    control: textAt(segmentT, layout.control),
    sequence: rawAt(segmentT, [9, 13]),
  }
}

/** Returns the document without the zeros that pad CPF and CNPJ on the left. */
function readPayerDocument240({ payerKind, payerDocument }: Return240, segmentT: string): string {
  const length = { '1': 11, '2': 14 }[rawAt(segmentT, payerKind)]
  return length ? wordsAt(segmentT, payerDocument).slice(-length) : ''
}

function readTerms240(layout: Return240, segmentT: string) {
  return {
    occurrence: rawAt(segmentT, [16, 17]),
    value: centsAt(segmentT, layout.value),
    fee: centsAt(segmentT, layout.fee),
    reasons: codesAt(segmentT, layout.reasons),
    settlementCode: null,
  }
}

function readDates240(layout: Return240, segmentT: string, segmentU: string) {
  return {
    dueDate: dateAt(segmentT, layout.dueDate),
    occurrenceDate: dateAt(segmentU, [138, 145]),
    creditDate: dateAt(segmentU, [146, 153]),
  }
}
