import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'

/** Fields of a boleto that a bank file contains. */
export type Known = {
  bank: CnabBank
  /** the shop's part of the number, as it is stored */
  number: string
  document: string
  due: string
  value: number
}

type Place = readonly [from: number, text: (number: string) => string, width?: number]

/** Account and number of the factories' boletos, at each bank's positions (from 1). */
const places: Record<CnabFormat, Record<CnabBank, readonly Place[]>> = {
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

const paidAt: Record<CnabFormat, readonly [from: number, to: number]> = { 400: [254, 266], 240: [78, 92] }

/**
 * Reads raw lines from `line` (from 1) without the shop's parser. Returns the amount paid for this boleto.
 */
export function findAmountOfBoleto(
  boleto: Known,
  file: Uint8Array,
  line: number,
  format: CnabFormat,
): number | undefined {
  const raw = Buffer.from(file)
    .toString('latin1')
    .split(/\r\n|\r|\n/)
  const lines = raw.filter((text) => text.trim() !== '' && text !== '\x1a')
  for (const all of [raw, lines]) {
    const record = all[line - 1] ?? ''
    const money = format === 240 ? (all[line] ?? '') : record
    const isOfNumber = places[format][boleto.bank].every(([from, text, width]) => {
      const wanted = text(boleto.number)
      const written = record.slice(from - 1, from - 1 + (width ?? wanted.length))
      return (width ? written.trim() : written) === wanted
    })
    if (isOfNumber && doesAgree(boleto, record, format)) {
      const [from, to] = paidAt[format]
      return Number(money.slice(from - 1, to))
    }
  }
  return undefined
}

/** Santander's segment T has its title four positions before FEBRABAN's. */
function doesAgree({ bank, document, due }: Known, record: string, format: CnabFormat): boolean {
  const shift = bank === '033' ? 4 : 0
  const [year, month, day] = [due.slice(0, 4), due.slice(5, 7), due.slice(8)]
  const saidDocument = format === 400 ? record.slice(116, 126) : record.slice(58 - shift, 73 - shift)
  const saidDue = format === 400 ? record.slice(146, 152) : record.slice(73 - shift, 81 - shift)
  const wantedDue = format === 400 ? `${day}${month}${year.slice(2)}` : `${day}${month}${year}`
  return saidDue === wantedDue || saidDocument.trim().replace(/^0+/, '') === document.replace(/^0+/, '')
}
