import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'

/** Fields of a boleto that a bank file contains. */
export type FileBoleto = {
  bank: CnabBank
  /** the shop's part of the number, as it is stored */
  number: string
  document: string
  due: string
  value: number
}

type FieldPosition = readonly [from: number, text: (number: string) => string, width?: number]

/** Account and number of the factories' boletos, at each bank's positions (from 1). */
const positions: Record<CnabFormat, Record<CnabBank, readonly FieldPosition[]>> = {
  400: {
    '001': [
      [64, (number) => `7654321${number}`],
      [107, () => '17'],
    ],
    '341': [
      [18, () => '0111'],
      [24, () => '12345'],
      [83, () => '109'],
      [86, (number) => number],
    ],
    '237': [
      [22, () => '009012340056789'],
      [71, (number) => number],
    ],
    '033': [[63, (number) => number]],
    '104': [[57, (number) => `14${number}`]],
    '748': [[48, (number) => number]],
  },
  240: {
    '001': [[38, (number) => `7654321${number}`, 20]],
    '341': [
      [18, () => '00111'],
      [24, () => '000000012345'],
      [38, (number) => `109${number}`],
    ],
    '237': [
      [18, () => '01234'],
      [24, () => '000000056789'],
      [38, () => '009'],
      [46, (number) => number],
    ],
    '033': [[41, (number) => `00000${number}`]],
    '104': [[39, (number) => `014${number}`]],
    '748': [[38, (number) => number]],
  },
}

const paidPosition: Record<CnabFormat, readonly [from: number, to: number]> = {
  400: [254, 266],
  240: [78, 92],
}

/**
 * Reads the raw record at `line` (from 1) without the shop's parser. Returns the amount paid if the record is about
 * this boleto, otherwise undefined.
 */
export function findAmountOfBoleto(
  boleto: FileBoleto,
  file: Uint8Array,
  line: number,
  format: CnabFormat,
): number | undefined {
  const allLines = Buffer.from(file)
    .toString('latin1')
    .split(/\r\n|\r|\n/)
  const filledLines = allLines.filter((text) => text.trim() !== '' && text !== '\x1a')
  // Empty lines may or may not count in the number of the line.
  for (const numberedLines of [allLines, filledLines]) {
    const record = numberedLines[line - 1] ?? ''
    const amountRecord = format === 240 ? (numberedLines[line] ?? '') : record
    const hasNumber = positions[format][boleto.bank].every(([from, text, width]) => {
      const expectedText = text(boleto.number)
      const actualText = record.slice(from - 1, from - 1 + (width ?? expectedText.length))
      return (width ? actualText.trim() : actualText) === expectedText
    })
    if (hasNumber && hasDocumentOrDueDate(boleto, record, format)) {
      const [from, to] = paidPosition[format]
      return Number(amountRecord.slice(from - 1, to))
    }
  }
  return undefined
}

/** Returns true if the record has the boleto's document number or due date. */
function hasDocumentOrDueDate(
  { bank, document, due }: FileBoleto,
  record: string,
  format: CnabFormat,
): boolean {
  // Santander's segment T has these fields four positions before FEBRABAN's.
  const shift = bank === '033' ? 4 : 0
  const [year, month, day] = [due.slice(0, 4), due.slice(5, 7), due.slice(8)]
  const actualDocument = format === 400 ? record.slice(116, 126) : record.slice(58 - shift, 73 - shift)
  const actualDue = format === 400 ? record.slice(146, 152) : record.slice(73 - shift, 81 - shift)
  const expectedDue = format === 400 ? `${day}${month}${year.slice(2)}` : `${day}${month}${year}`
  return actualDue === expectedDue || actualDocument.trim().replace(/^0+/, '') === document.replace(/^0+/, '')
}
