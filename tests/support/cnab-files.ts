import type { CnabBank } from '#app/domain/charges/banks/banks.ts'

/** Returns a record with texts at positions, which begin at 1 as in the banks' manuals. */
export function formatRecord(length: number, fields: Readonly<Record<number, string>>): string {
  const characters = Array<string>(length).fill(' ')
  for (const [from, text] of Object.entries(fields)) {
    for (const [index, character] of [...text].entries()) characters[Number(from) - 1 + index] = character
  }
  return characters.join('')
}

export function encodeRecords(
  records: readonly string[],
  lineEnding = '\r\n',
  fileEnding = lineEnding,
): Uint8Array {
  return Uint8Array.from(records.join(lineEnding) + fileEnding, (character) => character.charCodeAt(0))
}

const padNumber = (value: number, length: number) => String(value).padStart(length, '0')

/** Texts of a record by position. */
type RecordTexts = Readonly<Record<number, string>>

const accountTexts240 = { 33: '003294860', 54: '1234', 66: '56789', 72: '0' }

const headers400: Record<CnabBank, RecordTexts> = {
  '001': { 27: '33448000011113', 80: 'BANCO DO BRASIL', 101: '0000017', 150: '1112245' },
  '341': { 27: '011100123450', 80: 'BANCO ITAU S.A.', 109: '00112' },
  '237': { 27: '00000000000004466911', 80: 'BRADESCO', 109: '00042' },
  '033': { 27: '12340130028601300286', 80: 'SANTANDER', 101: '01600BPI' },
  '104': { 27: '1234245274', 80: 'C ECON FEDERAL', 390: '00042' },
  '748': { 27: '00623', 32: '11222333000181', 80: 'BANSICREDI', 95: '20261120', 111: '0000042' },
}

const headers240: Record<CnabBank, RecordTexts> = {
  '001': accountTexts240,
  '341': accountTexts240,
  '237': accountTexts240,
  '033': { 33: '123410130028625', 53: '000699258' },
  '104': { 53: '0123422452740000000' },
  '748': { 53: '00165 0000000006238' },
}

/** Returns Caixa's reply to a whole remittance of the agreement 245274. */
export function makeRemittanceReply(code: string, sequence: number, error = '02000001 18.088'): Uint8Array {
  const header = { 1: '10400000', 53: '0123422452740000000', 143: code, 158: padNumber(sequence, 6) }
  return encodeRecords([
    formatRecord(240, { ...header, 172: 'REMESSA REJEITADA' }),
    formatRecord(240, { 1: '10400001T0100030' }),
    formatRecord(240, { 1: '1040000300001W', 16: error }),
    formatRecord(240, { 1: '10400005', 18: '000003' }),
    formatRecord(240, { 1: '10499999', 18: '000001000005' }),
  ])
}

/** Returns the reply of `makeRemittanceReply` in CNAB 400, with a record for each faulty line. */
export function makeRemittanceReply400(
  literal: string,
  sequence: number,
  errors: readonly { line: number; number: string; codes: readonly [string, string] }[] = [],
): Uint8Array {
  const header = { 1: '01REMESSA01', 12: literal, 27: '1234245274', 77: '104C ECON FEDERAL', 395: '000001' }
  const records = errors.map(({ line, number, codes: [first, second] }) =>
    formatRecord(400, { 1: '1', 30: first, 57: number, 74: second, 395: padNumber(line, 6) }),
  )
  return encodeRecords([
    formatRecord(400, {
      ...header,
      101: 'REMESSA REJEITADA - 21/11/26 AS 08.15.00',
      390: padNumber(sequence, 5),
    }),
    ...records,
    ...(records.length > 0 ? [formatRecord(400, { 1: '9', 395: '999999' })] : []),
  ])
}

/** Returns a CNAB 400 return file: header, details by position, and a trailer with the bank's totals. */
export function formatReturn400(bank: CnabBank, details: readonly RecordTexts[], trailer: RecordTexts = {}) {
  const detailRecords = details.map((detail, index) =>
    formatRecord(400, {
      1: bank === '001' ? '7' : '1',
      153: padNumber(0, 13),
      ...detail,
      395: padNumber(index + 2, 6),
    }),
  )
  const getCode = (record: string) => record.slice(108, 110)
  const sumValues = (records: string[]) =>
    records.reduce((sum, record) => sum + Number(record.slice(152, 165)), 0)
  const registrations = detailRecords.filter((record) => getCode(record) === '02')
  const settledCount = detailRecords.filter((record) => getCode(record) === '06').length
  const totals: Partial<Record<CnabBank, RecordTexts>> = {
    '001': {},
    '341': { 213: padNumber(detailRecords.length, 8), 221: padNumber(sumValues(detailRecords), 14) },
    '237': {
      58: padNumber(registrations.length, 5),
      63: padNumber(sumValues(registrations), 12),
      87: padNumber(settledCount, 5),
    },
  }
  return [
    formatRecord(400, {
      1: '02RETORNO01COBRANCA',
      77: bank,
      95: '201126',
      ...headers400[bank],
      395: '000001',
    }),
    ...detailRecords,
    formatRecord(400, {
      1: bank === '748' ? '92748' : `9201${bank}`,
      ...totals[bank],
      ...trailer,
      395: padNumber(detailRecords.length + 2, 6),
    }),
  ]
}

/** Returns a CNAB 240 return file with one batch. `boletos` are texts by position of segments T and U. */
export function formatReturn240(
  bank: CnabBank,
  boletos: readonly { t: RecordTexts; u: RecordTexts }[],
  trailer: RecordTexts = {},
) {
  const segments = boletos.flatMap(({ t, u }, index) => [
    formatRecord(240, { 1: `${bank}00013${padNumber(2 * index + 1, 5)}T`, ...t }),
    formatRecord(240, { 1: `${bank}00013${padNumber(2 * index + 2, 5)}U`, 16: t[16] ?? '06', ...u }),
  ])
  return [
    formatRecord(240, {
      1: `${bank}00000`,
      ...headers240[bank],
      143: '220112026081500000257',
    }),
    formatRecord(240, { 1: `${bank}00011T01`, 34: '003294860' }),
    ...segments,
    formatRecord(240, { 1: `${bank}00015`, 18: padNumber(segments.length + 2, 6), ...trailer }),
    formatRecord(240, { 1: `${bank}99999`, 18: '000001', 24: padNumber(segments.length + 4, 6) }),
  ]
}
