import type { ReturnRecord } from '#app/domain/charges/cnab/cnab-entry.ts'
import { type CnabBank, occurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { amountsOf, slipNumberOf } from '#app/domain/charges/cnab/cnab-record.ts'
import { centsAt, codesAt, dateAt, rawAt, type Span, textAt } from '#app/domain/charges/cnab/cnab-text.ts'

/** How the banks fill positions 38–57, the number of the slip, and which number of the document is theirs. */
type NumberLayout = { ourNumber: Span; digit: Span | null; wallet: Span; documentNumber: Span; reasons: Span }

const layouts: Record<CnabBank, NumberLayout> = {
  '001': {
    ourNumber: [38, 57],
    digit: null,
    wallet: [58, 58],
    documentNumber: [59, 73],
    reasons: [214, 223],
  },
  '341': {
    ourNumber: [41, 48],
    digit: [49, 49],
    wallet: [38, 40],
    documentNumber: [59, 68],
    reasons: [214, 221],
  },
  '237': {
    ourNumber: [46, 56],
    digit: [57, 57],
    wallet: [38, 40],
    documentNumber: [59, 73],
    reasons: [214, 223],
  },
}

/** Reads a pair of segments T and U (FEBRABAN CNAB 240, field groups 3T and 3U). Throws UnreadableField. */
export function readSegments240(bank: CnabBank, segmentT: string, segmentU: string): ReturnRecord {
  const layout = layouts[bank]
  return {
    bank,
    ...numbers240(layout, segmentT),
    slipNumber: slipNumberOf(bank, textAt(segmentT, layout.ourNumber)),
    ...amountsOf(occurrenceMeaning(240, bank, rawAt(segmentT, [16, 17])), centsAt(segmentU, [78, 92])),
    net: centsAt(segmentU, [93, 107]),
    ...terms240(layout, segmentT),
    ...dates240(segmentT, segmentU),
  }
}

function numbers240(layout: NumberLayout, segmentT: string) {
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

/** Banks fill what they do not know with zeros. */
function withoutZeros(text: string): string {
  return /^0*$/.test(text) ? '' : text
}

/** Position 133 says which it is: 1 a CPF, 2 a CNPJ, both filled with zeros from the left. */
function payerDocument240(segmentT: string): string {
  const length = { '1': 11, '2': 14 }[rawAt(segmentT, [133, 133])]
  return length ? withoutZeros(textAt(segmentT, [134, 148])).slice(-length) : ''
}

function terms240(layout: NumberLayout, segmentT: string) {
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
