import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { encodeRecords, formatReturn240, formatReturn400 } from '#tests/support/cnab-files.ts'

/** Every bank in every format. */
export const bankFormats: readonly (readonly [CnabBank, CnabFormat])[] = [
  ['001', 400],
  ['341', 400],
  ['237', 400],
  ['001', 240],
  ['341', 240],
  ['237', 240],
  ['033', 400],
  ['104', 400],
  ['748', 400],
  ['033', 240],
  ['104', 240],
  ['748', 240],
]

/** A record of a return file. Amounts are in centavos. `paid` is the field of the paid amount, also in other records. */
export type ReturnRecord = {
  code: string
  /** as in the shop's boleto: 10, 8 or 11 digits */
  number: string
  /** the prefix of Banco do Brasil's number */
  agreement?: string
  /** in the notation of the bank */
  wallet?: string
  value?: number
  paid?: number
  /** the day of the occurrence */
  on?: CivilDate
  /** the boleto's document number; '' if the bank omits it */
  document?: string
  control?: string
  due?: CivilDate | ''
  fee?: number
  reasons?: string
}

/** Returns the code of a settlement, which differs in Caixa's format 400. */
export function getSettlementCode(bank: CnabBank, format: CnabFormat): string {
  return bank === '104' && format === 400 ? '21' : '06'
}

const padDigits = (value: number, length: number) => String(value).padStart(length, '0')
const formatShortDate = (date: CivilDate) => `${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`
const formatLongDate = (date: CivilDate) => `${date.slice(8)}${date.slice(5, 7)}${date.slice(0, 4)}`

/**
 * Returns the bytes of a return file with these records. `sequence` is the number of the file. `agreement` is the
 * agreement of 7 digits in the header of Banco do Brasil's format 400.
 */
export function makeReturnFile(
  reportedRecords: readonly ReturnRecord[],
  {
    bank = '001',
    format = 400,
    sequence = 1,
    agreement = '1112245',
  }: { bank?: CnabBank; format?: CnabFormat; sequence?: number; agreement?: string } = {},
): Uint8Array {
  const details400 = reportedRecords.map((record) => makeDetail400(bank, record))
  const segments240 = reportedRecords.map((record) => makeSegments240(bank, record))
  const records = format === 400 ? formatReturn400(bank, details400) : formatReturn240(bank, segments240)
  const [header = '', ...otherRecords] = records
  const headerWithAgreement = bank === '001' && format === 400 ? placeText(header, 150, agreement) : header
  return encodeRecords([addFileNumber(headerWithAgreement, sequence, bank, format), ...otherRecords])
}

function addFileNumber(header: string, sequence: number, bank: CnabBank, format: CnabFormat): string {
  const [from, length] = format === 240 ? [158, 6] : sequenceAt400[bank]
  return placeText(header, from, padDigits(sequence, length))
}

/** The position of the file number in a header. Santander's 400 has none, so its version distinguishes files. */
const sequenceAt400: Record<CnabBank, [from: number, length: number]> = {
  '001': [101, 7],
  '341': [109, 5],
  '237': [109, 5],
  '033': [392, 3],
  '104': [390, 5],
  '748': [111, 7],
}

function placeText(record: string, from: number, text: string): string {
  return record.slice(0, from - 1) + text + record.slice(from - 1 + text.length)
}

/** Returns the fields of a record in format 400 that identify a boleto, by their positions. */
const numberFields400 = {
  '001': (number: string, agreement: string) => ({ 64: `${agreement}${number}`, 107: '17' }),
  '341': (number: string, _: string, wallet = '109') => ({ 18: '01110012345', 83: wallet, 86: number }),
  '237': (number: string, _: string, wallet = '009') => ({ 22: wallet, 25: '012340056789', 71: number }),
  '033': (number: string) => ({ 18: '12340130028601300286', 63: number, 108: '5' }),
  '104': (number: string) => ({ 57: number && `14${number}`, 107: '01' }),
  '748': (number: string) => ({ 14: 'A', 48: number }),
}
const makeAccount = (agency: number, number: number) => ({
  18: padDigits(agency, 5),
  24: padDigits(number, 12),
})
/** Returns the fields of a segment T in format 240 that identify a boleto, by their positions. */
const numberFields240 = {
  '001': (number: string, agreement: string) => ({ 38: `${agreement}${number}` }),
  '341': (number: string, _: string, wallet = '109') => ({
    ...makeAccount(111, 12345),
    38: wallet,
    41: number,
  }),
  '237': (number: string, _: string, wallet = '009') => ({
    ...makeAccount(1234, 56789),
    38: wallet,
    46: number,
  }),
  '033': (number: string) => ({ 18: '12341013002862', 32: '5', 41: number && `00000${number}`, 54: '2' }),
  '104': (number: string) => ({ 24: '245274', 39: number && `014${number}`, 58: '1' }),
  '748': (number: string) => ({ 18: '00165', 24: '000000000623', 38: number, 58: '1' }),
}

/** Positions of further fields of the boleto in a record of format 400. */
const positionsIn400: Record<CnabBank, { control?: number; credit: number; reasons: number }> = {
  '001': { control: 39, credit: 176, reasons: 87 },
  '341': { control: 38, credit: 296, reasons: 378 },
  '237': { control: 38, credit: 296, reasons: 319 },
  '033': { control: 38, credit: 296, reasons: 137 },
  '104': { control: 32, credit: 294, reasons: 80 },
  '748': { credit: 329, reasons: 319 },
}

/** Returns the fields of a detail record in format 400, by their positions. */
function makeDetail400(bank: CnabBank, reported: ReturnRecord): Record<number, string> {
  const {
    code,
    number,
    agreement = '7654321',
    value = 80_00,
    paid = 0,
    on = '2026-11-19',
    reasons = '',
    document = number.slice(-10).replace(/^0+(?=.)/, ''),
    control = '',
    due = '2026-11-20',
    fee = 0,
  } = reported
  const positions = positionsIn400[bank]
  return {
    ...numberFields400[bank](number, agreement, reported.wallet),
    109: code,
    111: formatShortDate(on),
    ...(positions.control ? { [positions.control]: control } : {}),
    117: document,
    147: due && formatShortDate(due),
    153: padDigits(value, 13),
    [positions.credit]: bank === '748' ? '20261120' : '201126',
    ...(bank === '001' ? { 182: padDigits(fee, 7) } : { 176: padDigits(fee, 13) }),
    254: padDigits(paid, 13),
    [positions.reasons]: reasons,
  }
}

/** Returns the fields of the segments T and U in format 240, by their positions. */
function makeSegments240(bank: CnabBank, reported: ReturnRecord) {
  const {
    code,
    number,
    agreement = '7654321',
    value = 80_00,
    paid = 0,
    on = '2026-11-19',
    reasons = '',
    document = '',
    control = '',
    due = '2026-11-20',
    fee = 0,
  } = reported
  // Santander's segment T equals FEBRABAN's without some positions.
  const [titleShift, feeShift] = bank === '033' ? [4, 5] : [0, 0]
  return {
    t: {
      16: code,
      ...numberFields240[bank](number, agreement, reported.wallet),
      [59 - titleShift]: document,
      [74 - titleShift]: due && formatLongDate(due),
      [82 - titleShift]: padDigits(value, 15),
      [106 - feeShift]: control,
      [199 - feeShift]: padDigits(fee, 15),
      [214 - feeShift]: reasons,
    },
    u: { 78: padDigits(paid, 15), 93: padDigits(paid, 15), 138: formatLongDate(on), 146: '20112026' },
  }
}
