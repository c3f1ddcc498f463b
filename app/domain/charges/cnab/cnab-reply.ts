import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { readCodesAt, readRawAt, readTextAt, splitBankLines } from '#app/domain/charges/cnab/cnab-text.ts'
import { foldText } from '#app/domain/platform/folded-text.ts'

type Outcome = 'accepted' | 'partly-accepted' | 'rejected'

/** The bank's reply to a whole remittance, sent before it processes the boletos. */
export type RemittanceReply = {
  bank: CnabBank
  format: CnabFormat
  agreement: string
  /** last digits of the remittance's number; they repeat after `sequences` files */
  sequence: number
  sequences: number
  outcome: Outcome
  /** messages for people, as the bank writes them */
  note: string[]
  /** records of the remittance with the bank's error codes (CNAB 400) */
  errors: { line: number; ourNumber: string; codes: string[] }[]
}

const caixaCode = '104'

/** Parses Caixa's "pré-crítica". Returns undefined for any other file. */
export function readRemittanceReply(content: Uint8Array): RemittanceReply | undefined {
  const [header = '', ...lines] = splitBankLines(content)
  return header.length === 400 ? readReply400(header, lines) : readReply240(header, lines)
}

const outcomes240: Readonly<Record<string, Outcome>> = {
  '3': 'accepted',
  '4': 'partly-accepted',
  '5': 'rejected',
}

/** Source: MO 67.118, G015 and G021. Errors are in segments W. */
function readReply240(header: string, lines: readonly string[]): RemittanceReply | undefined {
  const outcome = outcomes240[readRawAt(header, [143, 143])]
  const number = readRawAt(header, [158, 163])
  const isFileHeader = readRawAt(header, [1, 8]) === `${caixaCode}00000`
  if (!isFileHeader || !outcome || !/^\d{6}$/.test(number)) return undefined
  const errors = lines
    .filter((line) => readRawAt(line, [8, 8]) === '3' && readRawAt(line, [14, 14]) === 'W')
    .map((line) => readTextAt(line, [15, 240]).replace(/\s+/g, ' '))
  return {
    bank: caixaCode,
    format: 240,
    agreement: banks[caixaCode].returns[240].agreement.map((span) => readTextAt(header, span)).join(''),
    sequence: Number(number),
    sequences: 1_000_000,
    outcome,
    note: [readTextAt(header, [172, 191]), ...errors].filter((text) => text !== ''),
    errors: [],
  }
}

const outcomes400: Readonly<Record<string, Outcome>> = {
  confirmacao: 'accepted',
  'rej. parcial': 'partly-accepted',
  'remes rejeitada': 'rejected',
}

/** Source: 67.126 v015, 3.5, 3.6.10–12. A reply may have only a header. COBRANCA marks the shop's own remittance. */
function readReply400(header: string, lines: readonly string[]): RemittanceReply | undefined {
  const outcome = outcomes400[foldText(readTextAt(header, [12, 26]))]
  const number = readRawAt(header, [390, 394])
  const isReply = readRawAt(header, [1, 11]) === '01REMESSA01' && readRawAt(header, [77, 79]) === caixaCode
  if (!isReply || !outcome || !/^\d{5}$/.test(number)) return undefined
  const errors = lines
    .filter((line) => readRawAt(line, [1, 1]) === '1')
    .map((line) => ({
      line: Number(readRawAt(line, [395, 400])),
      ourNumber: readTextAt(line, [57, 73]),
      codes: [...new Set([...readCodesAt(line, [30, 31]), ...readCodesAt(line, [74, 75])])],
    }))
  return {
    bank: caixaCode,
    format: 400,
    agreement: readTextAt(header, [31, 37]),
    sequence: Number(number),
    sequences: 100_000,
    outcome,
    note: [readTextAt(header, [101, 386]).replace(/\s+/g, ' ')].filter((text) => text !== ''),
    errors,
  }
}
