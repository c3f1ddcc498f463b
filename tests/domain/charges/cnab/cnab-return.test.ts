import { describe, expect, test } from 'vitest'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { encodeRecords, formatRecord, formatReturn240, formatReturn400 } from '#tests/support/cnab-files.ts'

const brasil = {
  39: 'our control',
  64: '11122450000000290',
  107: '18',
  109: '06',
  111: '191126',
  117: '290',
  147: '201126',
  153: '0000000002500',
  176: '211126',
  182: '0000900',
  254: '0000000002600',
}
const itau = {
  38: 'our control',
  83: '109',
  86: '00000290',
  94: '7',
  109: '06',
  111: '191126',
  117: '290',
  147: '201126',
  153: '0000000002500',
  176: '0000000000333',
  254: '0000000002600',
  296: '211126',
  393: 'B2',
}
const bradesco = {
  22: '009',
  38: 'our control',
  71: '00000000290',
  82: 'P',
  109: '06',
  111: '191126',
  117: '290',
  147: '201126',
  153: '0000000002500',
  176: '0000000000333',
  254: '0000000002600',
  296: '211126',
  319: '0000000000',
}
const paid240 = {
  t: {
    16: '06',
    38: '32948600000000290',
    58: '7',
    59: '290',
    74: '20112026',
    82: '000000000002500',
    106: 'our control',
  },
  u: { 78: '000000000002600', 93: '000000000002100', 138: '19112026', 146: '21112026' },
}
const fee240 = { ...paid240.t, 199: '000000000000500' }

const readEntries = (records: string[]) => {
  const read = readBankReturn(encodeRecords(records))
  if (!read.valid) throw new Error(JSON.stringify(read.faults))
  return read.entries
}
/** Returns the doubts about an accepted file, such as '5 count'. */
const readDoubts = (records: readonly string[]) => {
  const read = readBankReturn(encodeRecords(records))
  if (!read.valid) throw new Error(JSON.stringify(read.faults))
  return read.doubts.map(({ line, fault }) => `${line} ${fault}`)
}

const readFaults = (records: string[]) => {
  const read = readBankReturn(encodeRecords(records))
  return read.valid ? [] : read.faults.map(({ line, fault }) => `${line} ${fault}`)
}
const alterRecord = (records: string[], line: number, from: number, text: string) =>
  records.map((record, index) =>
    index === line - 1 ? record.slice(0, from - 1) + text + record.slice(from - 1 + text.length) : record,
  )

const common = {
  line: 2,
  occurrence: '06',
  meaning: 'settled',
  boletoNumber: expect.stringMatching(/^0*290$/),
  documentNumber: '290',
  control: 'our control',
  value: 2500,
  receivedAmount: 2600,
  paidAmount: 2600,
  dueDate: '2026-11-20',
  occurrenceDate: '2026-11-19',
  creditDate: '2026-11-21',
  reasons: [],
}

describe('a return file in records of 400', () => {
  test('reads a file of Banco do Brasil', () => {
    const read = readBankReturn(encodeRecords(formatReturn400('001', [brasil])))
    expect(read).toMatchObject({
      valid: true,
      file: {
        bank: '001',
        format: 400,
        agreement: '1112245',
        sequence: '0000017',
        date: '2026-11-20',
        key: '001/400/1112245/2026-11-20/0000017',
      },
      entries: [
        {
          ...common,
          bank: '001',
          wallet: '18',
          ourNumber: '11122450000000290',
          boletoNumber: '0000000290',
          fee: 900,
          net: null,
        },
      ],
    })
  })

  test('reads a file of Itaú', () => {
    const read = readBankReturn(encodeRecords(formatReturn400('341', [itau])))
    expect(read).toMatchObject({
      file: { agreement: '011100123450', sequence: '00112', date: '2026-11-20' },
      entries: [
        {
          ...common,
          wallet: '109',
          ourNumber: '00000290',
          ourNumberDigit: '7',
          fee: 333,
          paidAmount: 2933,
          settlementCode: 'B2',
        },
      ],
    })
  })

  test("adds the fee to the credited amount of Itaú's payments", () => {
    const reported = [
      { ...itau, 176: '0000000000210', 254: '0000000006235' },
      { ...itau, 109: '09', 176: '0000000000210', 254: '0000000000000' },
      { ...itau, 109: '25', 176: '0000000000210', 254: '0000000006235' },
    ]
    expect(readEntries(formatReturn400('341', reported))).toMatchObject([
      { receivedAmount: 62_35, fee: 2_10, paidAmount: 64_45 },
      { receivedAmount: 0, fee: 2_10, paidAmount: null },
      { receivedAmount: 62_35, fee: 2_10, paidAmount: null },
    ])
  })

  test('reads a file of Bradesco', () => {
    const read = readBankReturn(encodeRecords(formatReturn400('237', [bradesco])))
    expect(read).toMatchObject({
      file: { agreement: '00000000000004466911', sequence: '00042', date: '2026-11-20' },
      entries: [{ ...common, wallet: '009', ourNumber: '00000000290', ourNumberDigit: 'P', fee: 333 }],
    })
  })

  test('returns the reasons of a rejection', () => {
    expect(readEntries(formatReturn400('341', [{ ...itau, 109: '03', 378: '04110000' }]))).toMatchObject([
      { meaning: 'rejected', paidAmount: null, reasons: ['04', '11'] },
    ])
    expect(
      readEntries(formatReturn400('237', [{ ...bradesco, 109: '03', 319: '4548000000' }])),
    ).toMatchObject([{ meaning: 'rejected', reasons: ['45', '48'] }])
    expect(readEntries(formatReturn400('001', [{ ...brasil, 87: '66', 109: '03' }]))).toMatchObject([
      { meaning: 'rejected', reasons: ['66'] },
    ])
  })

  test('records no payment for an amount without a settlement code', () => {
    for (const occurrence of ['02', '09', '25', 'ZZ']) {
      expect(readEntries(formatReturn400('341', [{ ...itau, 109: occurrence }]))).toMatchObject([
        { receivedAmount: 2600, paidAmount: null },
      ])
    }
  })

  test('accepts records of Pix', () => {
    const [header = '', detail = ''] = formatReturn400('341', [itau])
    const pix = formatRecord(400, { 1: '3', 2: 'https://pix', 395: '000003' })
    const trailer = formatRecord(400, { 1: '9201341', 213: '00000001', 221: '00000000002500', 395: '000004' })
    expect(readEntries([header, detail, pix, trailer])).toHaveLength(1)
  })

  const three = formatReturn400('237', [bradesco, { ...bradesco, 109: '02' }, { ...bradesco, 109: '17' }])
  test.each([
    ['a record too long', three.map((line, index) => (index === 2 ? `${line}1` : line)), ['3 record-length']],
    [
      'a record without its end',
      three.map((line, index) => (index === 2 ? line.slice(0, 310) : line)),
      ['3 sequence'],
    ],
    ['no trailer', three.slice(0, -1), ['4 trailer-missing']],
    ['a header without records', three.slice(0, 1), ['1 trailer-missing']],
    ['a remittance', alterRecord(three, 1, 1, '01REMESSA'), ['1 not-a-return']],
    ['another bank', alterRecord(three, 1, 77, '999'), ['1 unknown-bank']],
    ['a trailer of another bank', alterRecord(three, 5, 5, '341'), ['5 wrong-bank']],
    ['a missing record', three.filter((_, index) => index !== 2), ['3 sequence', '4 sequence']],
    ['an invalid number', alterRecord(three, 3, 395, 'ABCDEF'), ['3 sequence']],
    ['an unknown record', alterRecord(three, 3, 1, '8'), ['3 unknown-record']],
    ['a trailer in the middle', alterRecord(three, 3, 1, '9'), ['3 unknown-record']],
    ['an invalid amount', alterRecord(three, 2, 254, '00000000026,0'), ['2 unreadable-field']],
    ['an invalid day', alterRecord(three, 4, 111, '310226'), ['4 unreadable-field']],
    ['an invalid total', alterRecord(three, 5, 63, '00000000250X'), ['5 unreadable-field']],
  ])('is rejected for %s', (_name, records, faults) => {
    expect(readFaults(records)).toEqual(faults)
  })

  test('reports doubts when the totals differ (D135)', () => {
    expect(readDoubts(three)).toEqual([])
    expect(readDoubts(alterRecord(three, 5, 87, '00002'))).toEqual(['5 count'])
    expect(readDoubts(alterRecord(three, 5, 63, '000000002501'))).toEqual(['5 sum'])
    const two = formatReturn400('341', [itau, { ...itau, 109: '02' }])
    expect(readDoubts(two)).toEqual([])
    expect(readDoubts(alterRecord(two, 4, 213, '00000003'))).toEqual(['4 count'])
    expect(readDoubts(alterRecord(two, 4, 221, '00000000004999'))).toEqual(['4 sum'])
  })

  test("reads Banco do Brasil's positions for agreements of 6 digits", () => {
    const oldLayout = {
      1: '1',
      32: '123879',
      38: '290-0-3F9A01',
      63: '123879012345',
      81: '08',
      107: '18',
      109: '03',
      111: '191126',
      117: '290',
    }
    const records = alterRecord(
      alterRecord(formatReturn400('001', [oldLayout]), 1, 41, '123879'),
      1,
      150,
      '       ',
    )
    expect(readBankReturn(encodeRecords(records))).toMatchObject({
      file: { agreement: '123879' },
      entries: [
        {
          ourNumber: '12387901234',
          ourNumberDigit: '5',
          boletoNumber: '01234',
          range: '001/123879',
          control: '290-0-3F9A01',
          reasons: ['08'],
        },
      ],
    })
  })
})

describe('a payer name of zeros', () => {
  test.each(['0'.repeat(30), ' '.repeat(30), '0'])('is ignored in 400: %j', (name) => {
    expect(readEntries(formatReturn400('341', [{ ...itau, 325: name }]))).toMatchObject([{ payerName: '' }])
  })

  test('does not affect the name of a person', () => {
    expect(readEntries(formatReturn400('341', [{ ...itau, 325: 'MARIA 00' }]))).toMatchObject([
      { payerName: 'MARIA 00' },
    ])
  })
})

describe('a return file in records of 240', () => {
  test('reads a file of Banco do Brasil', () => {
    const read = readBankReturn(encodeRecords(formatReturn240('001', [{ ...paid240, t: fee240 }])))
    expect(read).toMatchObject({
      valid: true,
      file: {
        bank: '001',
        format: 240,
        agreement: '003294860',
        sequence: '000257',
        date: '2026-11-20',
        key: '001/240/003294860/2026-11-20/000257',
      },
      entries: [
        {
          ...common,
          line: 3,
          ourNumber: '32948600000000290',
          boletoNumber: '0000000290',
          net: 2100,
          fee: 500,
          wallet: '7',
        },
      ],
    })
  })

  test('reads numbers of Itaú and Bradesco', () => {
    const { 38: _number, 58: _wallet, ...t } = paid240.t
    expect(
      readEntries(formatReturn240('341', [{ ...paid240, t: { ...t, 38: '109000002907' } }])),
    ).toMatchObject([{ ...common, line: 3, wallet: '109', ourNumber: '00000290', ourNumberDigit: '7' }])
    expect(
      readEntries(
        formatReturn240('237', [{ ...paid240, t: { ...t, 38: '009', 41: '00000', 46: '00000000290P' } }]),
      ),
    ).toMatchObject([{ ...common, line: 3, wallet: '009', ourNumber: '00000000290', ourNumberDigit: 'P' }])
  })

  test('does not apply the payment codes of another bank', () => {
    const after = { ...paid240, t: { ...paid240.t, 16: '17' } }
    expect(readEntries(formatReturn240('001', [after]))).toMatchObject([
      { meaning: 'settled', paidAmount: 2600 },
    ])
    expect(readEntries(formatReturn240('341', [after]))).toMatchObject([
      { meaning: 'instruction-rejected', paidAmount: null },
    ])
  })

  test('accepts other segments, services and totals', () => {
    const [file = '', batch = '', t = '', u = ''] = formatReturn240('001', [paid240])
    const records = [
      file,
      batch,
      t,
      u,
      formatRecord(240, { 1: '0010001300003Y 0603' }),
      formatRecord(240, { 1: '00100015', 18: '000005', 24: '000001', 30: '00000000000002500', 47: '000000' }),
      formatRecord(240, { 1: '00100021C20' }),
      formatRecord(240, { 1: '0010002300001A' }),
      formatRecord(240, { 1: '00100025', 18: '000003' }),
      formatRecord(240, { 1: '00199999', 18: '000002', 24: '000010' }),
    ]
    expect(readEntries(records)).toHaveLength(1)
    expect(readDoubts(alterRecord(records, 6, 24, '000002'))).toEqual(['6 count'])
    expect(readDoubts(alterRecord(records, 6, 30, '00000000000002501'))).toEqual(['6 sum'])
  })

  const santander = {
    t: { 16: '06', 18: '1234', 23: '013002862', 41: '0000000000290', 78: '000000000002500' },
    u: { 78: '000000000002500', 93: '000000000002500', 138: '19112026', 146: '21112026' },
  }

  test("accepts Santander's batch counts with or without header and trailer", () => {
    const records = formatReturn240('033', [santander, santander])
    expect(readDoubts(records)).toEqual([])
    expect(readDoubts(alterRecord(records, 7, 18, '000004'))).toEqual([])
    expect(readDoubts(alterRecord(records, 7, 18, '000003'))).toEqual(['7 count'])
    expect(readEntries(alterRecord(records, 7, 18, '000004'))).toHaveLength(2)
    // Missing details change one of the counts or the count of the file.
    const shortened = records.filter((_, index) => index !== 4 && index !== 5)
    for (const said of ['000004', '000006']) {
      const read = readBankReturn(encodeRecords(alterRecord(shortened, 5, 18, said)))
      expect(read).toMatchObject({ valid: false })
    }
  })

  test("requires other banks' counts to include header and trailer", () => {
    expect(readDoubts(alterRecord(formatReturn240('001', [paid240]), 5, 18, '000002'))).toEqual(['5 count'])
  })

  const two = formatReturn240('001', [paid240, paid240])
  test.each([
    ['a record too long', two.map((line, index) => (index === 3 ? `${line}0` : line)), ['4 record-length']],
    ['a remittance', alterRecord(two, 1, 143, '1'), ['1 not-a-return']],
    ['another bank', two.map((line) => `999${line.slice(3)}`), ['1 unknown-bank']],
    ['a record of another bank', alterRecord(two, 4, 1, '341'), ['4 wrong-bank']],
    ['no trailer', two.slice(0, -1), ['7 trailer-missing']],
    [
      'no trailer of the batch',
      two.filter((_, index) => index !== 6),
      ['2 trailer-missing', '7 record-missing'],
    ],
    [
      'a detail outside a batch',
      two.filter((_, index) => index !== 1),
      [
        '2 unknown-record',
        '3 unknown-record',
        '4 unknown-record',
        '5 unknown-record',
        '6 unknown-record',
        '7 record-missing',
        '7 record-missing',
      ],
    ],
    [
      'a missing segment U',
      alterRecord(
        alterRecord(
          two.filter((_, index) => index !== 5),
          6,
          18,
          '000005',
        ),
        7,
        24,
        '000007',
      ),
      ['5 unpaired-segment'],
    ],
    [
      'a missing last payment',
      two.filter((_, index) => index !== 4 && index !== 5),
      ['5 record-missing', '6 record-missing'],
    ],
    ['a missing batch', alterRecord(two, 8, 18, '000002'), ['8 record-missing']],
    ['another movement in U', alterRecord(two, 4, 16, '02'), ['3 unpaired-segment', '4 unpaired-segment']],
    ['a broken sequence', alterRecord(two, 5, 9, '00004'), ['5 sequence']],
    ['another batch inside', alterRecord(two, 5, 4, '0002'), ['5 sequence']],
    ['an invalid amount', alterRecord(two, 4, 78, '0000000000026.0'), ['3 unreadable-field']],
    ['an invalid day', alterRecord(two, 3, 74, '31022026'), ['3 unreadable-field']],
  ])('is rejected for %s', (_name, records, faults) => {
    expect(readFaults(records)).toEqual(faults)
  })

  test.each([
    ['more records than the batch counts', alterRecord(two, 7, 18, '000005'), ['7 count']],
    ['more batches than the file counts', alterRecord(two, 8, 18, '000000'), ['8 count']],
    ['more records than the file counts', alterRecord(two, 8, 24, '000007'), ['8 count']],
  ])('reports doubts for %s (D135)', (_name, records, doubts) => {
    expect(readDoubts(records)).toEqual(doubts)
  })

  test('accepts lines trimmed at the right', () => {
    const trimmed = two.map((line) => line.trimEnd())
    expect(trimmed.some((line) => line.length < 240)).toBe(true)
    expect(readBankReturn(encodeRecords(trimmed))).toEqual(readBankReturn(encodeRecords(two)))
  })

  test('rejects a truncated amount', () => {
    const truncatedLines = two.map((line, index) => (index === 2 ? line.slice(0, 85) : line))
    expect(readFaults(truncatedLines)).toEqual(['3 unreadable-field'])
  })

  test('identifies unnumbered files by content', () => {
    const readEventKey = (paid: object, hour: string) => {
      const numbered = formatReturn240('001', [{ ...paid240, ...paid }])
      const read = readBankReturn(
        encodeRecords(alterRecord(alterRecord(numbered, 1, 158, '000000'), 1, 152, hour)),
      )
      return read.valid ? read.file.key : ''
    }
    const changedSegments = { u: { ...paid240.u, 78: '000000000002601' } }
    // Santander's files contain no hour.
    for (const hour of ['081500', '      ']) {
      expect(readEventKey({}, hour)).toMatch(/^001\/240\/003294860\/2026-11-20\/000000\/[0-9a-f]+$/)
      expect(readEventKey({}, hour)).toBe(readEventKey({}, hour))
      expect(readEventKey(changedSegments, hour)).not.toBe(readEventKey({}, hour))
    }
  })
})

describe('the bytes of a return file', () => {
  const records = alterRecord(formatReturn400('001', [brasil]), 1, 47, 'PUBLICA\xc7\xd5ES')

  test.each([
    ['LF', encodeRecords(records, '\n')],
    ['blanks past the end of a record', encodeRecords(records.map((line) => `${line} `))],
    ['CR', encodeRecords(records, '\r')],
    ['no end of the last line', encodeRecords(records, '\r\n', '')],
    ['an end-of-file mark', encodeRecords(records, '\r\n', '\r\n\x1a')],
    ['an end-of-file mark on the last line', encodeRecords(records, '\r\n', '\x1a\r\n')],
    ['empty lines at the end', encodeRecords(records, '\r\n', '\r\n\r\n\r\n')],
    ['a byte order mark', encodeRecords(['\xef\xbb\xbf'.concat(records[0] ?? ''), ...records.slice(1)])],
  ])('can have %s', (_name, content) => {
    expect(readBankReturn(content)).toMatchObject({ valid: true, entries: [{ paidAmount: 2600 }] })
  })

  test.each([
    ['', '1 empty'],
    ['\r\n\x1a', '1 empty'],
    ['%PDF-1.7', '1 record-length'],
    ['x'.repeat(399), '1 record-length'],
    [' '.repeat(400), '1 not-a-return'],
    [' '.repeat(240), '1 not-a-return'],
  ])('are rejected for %j', (text, fault) => {
    const read = readBankReturn(encodeRecords([text], '', ''))
    expect(read.valid ? [] : read.faults.map((fault) => `${fault.line} ${fault.fault}`)).toEqual([fault])
  })

  test('can be as many as in a busy month', () => {
    const manyRecords = Array.from({ length: 10_000 }, (_, index) => ({
      ...itau,
      86: String(index).padStart(8, '0'),
    }))
    const entries = readEntries(formatReturn400('341', manyRecords))
    expect(new Set(entries.map(({ eventKey }) => eventKey)).size).toBe(10_000)
    expect(new Set(entries.map(({ lineKey }) => lineKey)).size).toBe(10_000)
  })

  test('report at most a hundred errors', () => {
    const faultyFile = formatReturn400(
      '001',
      Array.from({ length: 300 }, () => ({ ...brasil, 111: '999999' })),
    )
    expect(readFaults(faultyFile)).toHaveLength(100)
  })
})

describe('duplicate files and records', () => {
  test('detects the same file by its lines', () => {
    expect(readEntries(formatReturn400('341', [itau]))).toEqual(readEntries(formatReturn400('341', [itau])))
  })

  test('detects the same event in another file', () => {
    const [first] = readEntries(formatReturn400('341', [itau]))
    const [again] = readEntries(alterRecord(formatReturn400('341', [itau]), 1, 109, '00113'))
    expect(again?.eventKey).toBe(first?.eventKey)
    expect(again?.lineKey).not.toBe(first?.lineKey)
  })

  test('stores two payments of a boleto in one file or with different amounts', () => {
    const keys = readEntries(formatReturn400('341', [itau, itau, { ...itau, 254: '0000000002601' }])).map(
      ({ eventKey }) => eventKey,
    )
    expect(new Set(keys).size).toBe(3)
  })

  test.each([
    ['341', { ...itau, 18: '1234', 24: '56789' }, { 18: '4444' }],
    ['341', { ...itau, 18: '1234', 24: '56789' }, { 24: '55555' }],
    ['237', { ...bradesco, 25: '01234', 30: '0056789' }, { 25: '04444' }],
  ] as const)('separates payments with the same number at two accounts of bank %s', (bank, paid, other) => {
    const keys = readEntries(formatReturn400(bank, [paid, { ...paid, ...other }])).map(
      ({ eventKey }) => eventKey,
    )
    expect(new Set(keys.map((key) => key.replace(/\/\d+$/, ''))).size).toBe(2)
  })

  test('identifies boletos without a number by document', () => {
    const unnumbered = { ...itau, 86: '00000000', 109: '03' }
    const keys = readEntries(formatReturn400('341', [unnumbered, { ...unnumbered, 117: '291' }])).map(
      (entry) => entry.eventKey,
    )
    expect(new Set(keys).size).toBe(2)
  })
})
