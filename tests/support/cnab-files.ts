/** A record with some texts at their positions (from 1), blank elsewhere: for files written by hand from the manuals. */
export function record(length: number, fields: Readonly<Record<number, string>>): string {
  const characters = Array<string>(length).fill(' ')
  for (const [from, text] of Object.entries(fields)) {
    for (const [index, character] of [...text].entries()) characters[Number(from) - 1 + index] = character
  }
  return characters.join('')
}

/** The records as a bank sends them. */
export function bytes(records: readonly string[], ending = '\r\n', end = ending): Uint8Array {
  return Uint8Array.from(records.join(ending) + end, (character) => character.charCodeAt(0))
}

const padded = (value: number, length: number) => String(value).padStart(length, '0')

type Detail400 = Readonly<Record<number, string>>

const headers400 = {
  '001': { 27: '33448000011113', 80: 'BANCO DO BRASIL', 101: '0000017', 150: '1112245' },
  '341': { 27: '011100123450', 80: 'BANCO ITAU S.A.', 109: '00112' },
  '237': { 27: '00000000000004466911', 80: 'BRADESCO', 109: '00042' },
}

/** A return file of 400: header, the details given by their own positions, trailer with the totals of its bank. */
export function return400(
  bank: '001' | '341' | '237',
  details: readonly Detail400[],
  trailer: Detail400 = {},
) {
  const middle = details.map((detail, index) =>
    record(400, { 1: bank === '001' ? '7' : '1', 153: padded(0, 13), ...detail, 395: padded(index + 2, 6) }),
  )
  const value = middle.reduce((sum, line) => sum + Number(line.slice(152, 165)), 0)
  const entries = middle.filter((line) => line.slice(108, 110) === '02')
  const entered = entries.reduce((sum, line) => sum + Number(line.slice(152, 165)), 0)
  const paid = middle.filter((line) => line.slice(108, 110) === '06').length
  const totals: Record<typeof bank, Detail400> = {
    '001': {},
    '341': { 213: padded(middle.length, 8), 221: padded(value, 14) },
    '237': { 58: padded(entries.length, 5), 63: padded(entered, 12), 87: padded(paid, 5) },
  }
  return [
    record(400, { 1: '02RETORNO01COBRANCA', 77: bank, 95: '201126', ...headers400[bank], 395: '000001' }),
    ...middle,
    record(400, { 1: `9201${bank}`, ...totals[bank], ...trailer, 395: padded(middle.length + 2, 6) }),
  ]
}

/** A return file of 240 of one batch; every boleto has its fields of segments T and U by their positions. */
export function return240(
  bank: '001' | '341' | '237',
  boletos: readonly { t: Detail400; u: Detail400 }[],
  trailer: Detail400 = {},
) {
  const segments = boletos.flatMap(({ t, u }, index) => [
    record(240, { 1: `${bank}00013${padded(2 * index + 1, 5)}T`, ...t }),
    record(240, { 1: `${bank}00013${padded(2 * index + 2, 5)}U`, 16: t[16] ?? '06', ...u }),
  ])
  return [
    record(240, {
      1: `${bank}00000`,
      33: '003294860',
      54: '1234',
      66: '56789',
      72: '0',
      143: '220112026081500000257',
    }),
    record(240, { 1: `${bank}00011T01`, 34: '003294860' }),
    ...segments,
    record(240, { 1: `${bank}00015`, 18: padded(segments.length + 2, 6), ...trailer }),
    record(240, { 1: `${bank}99999`, 18: '000001', 24: padded(segments.length + 4, 6) }),
  ]
}
