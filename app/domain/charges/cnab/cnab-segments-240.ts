import type { Return240 } from '#app/domain/charges/banks/bank.ts'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { getOccurrenceMeaning } from '#app/domain/charges/cnab/cnab-meaning.ts'
import { toRecordAmounts } from '#app/domain/charges/cnab/cnab-record.ts'
import {
  readCentsAt,
  readCodesAt,
  readDateAt,
  readRawAt,
  readTextAt,
  readWordsAt,
} from '#app/domain/charges/cnab/cnab-text.ts'

/** Parses groups 3T and 3U of FEBRABAN's CNAB 240. Throws UnreadableField. */
export function readSegments240(bank: CnabBank, segmentT: string, segmentU: string): ReturnRecord {
  const { returns, extractBoletoNumber } = banks[bank]
  const layout = returns[240]
  return {
    bank,
    ...readNumbers240(layout, segmentT),
    boletoNumber: extractBoletoNumber(readTextAt(segmentT, layout.ourNumber)),
    ...toRecordAmounts(
      getOccurrenceMeaning(240, bank, readRawAt(segmentT, [16, 17])),
      readCentsAt(segmentU, [78, 92]),
    ),
    net: readCentsAt(segmentU, [93, 107]),
    ...readTerms240(layout, segmentT),
    ...readDates240(layout, segmentT, segmentU),
  }
}

function readNumbers240(layout: Return240, segmentT: string) {
  return {
    ourNumber: readTextAt(segmentT, layout.ourNumber),
    ourNumberDigit: layout.digit && readTextAt(segmentT, layout.digit),
    wallet: readTextAt(segmentT, layout.wallet),
    agency: readTextAt(segmentT, layout.agency),
    account: readTextAt(segmentT, layout.account),
    payerName: readWordsAt(segmentT, layout.payerName),
    payerDocument: readPayerDocument240(layout, segmentT),
    documentNumber: readTextAt(segmentT, layout.documentNumber),
    control: readTextAt(segmentT, layout.control),
    sequence: readRawAt(segmentT, [9, 13]),
  }
}

const documentLengths = new Map([
  ['1', 11], // CPF
  ['2', 14], // CNPJ
])

/** Returns the document without the zeros that pad CPF and CNPJ on the left. */
function readPayerDocument240({ payerKind, payerDocument }: Return240, segmentT: string): string {
  const documentLength = documentLengths.get(readRawAt(segmentT, payerKind))
  return documentLength ? readWordsAt(segmentT, payerDocument).slice(-documentLength) : ''
}

function readTerms240(layout: Return240, segmentT: string) {
  return {
    occurrence: readRawAt(segmentT, [16, 17]),
    value: readCentsAt(segmentT, layout.value),
    fee: readCentsAt(segmentT, layout.fee),
    reasons: readCodesAt(segmentT, layout.reasons),
    settlementCode: null,
  }
}

function readDates240(layout: Return240, segmentT: string, segmentU: string) {
  return {
    dueDate: readDateAt(segmentT, layout.dueDate),
    occurrenceDate: readDateAt(segmentU, [138, 145]),
    creditDate: readDateAt(segmentU, [146, 153]),
  }
}
