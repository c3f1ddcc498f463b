import { describe, expect, test } from 'vitest'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { encodeRecords, formatRecord, formatReturn240, formatReturn400 } from '#tests/support/cnab-files.ts'

const brasilRecord = {
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
const itauRecord = {
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
const bradescoRecord = {
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
/** Replaces the text at position `from` of one line; both count from 1. */
function alterRecord(
  records: string[],
  { line, from, text }: { line: number; from: number; text: string },
): string[] {
  const start = from - 1
  return records.map((record, index) =>
    index === line - 1 ? record.slice(0, start) + text + record.slice(start + text.length) : record,
  )
}

const commonFields = {
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
    const read = readBankReturn(encodeRecords(formatReturn400('001', [brasilRecord])))
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
          ...commonFields,
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
    const read = readBankReturn(encodeRecords(formatReturn400('341', [itauRecord])))
    expect(read).toMatchObject({
      file: { agreement: '011100123450', sequence: '00112', date: '2026-11-20' },
      entries: [
        {
          ...commonFields,
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

  test("adds the fee to the credited amount of Itaú's payments, and of no other occurrence", () => {
    const reported = [
      { ...itauRecord, 176: '0000000000210', 254: '0000000006235' },
      { ...itauRecord, 109: '09', 176: '0000000000210', 254: '0000000000000' },
      { ...itauRecord, 109: '25', 176: '0000000000210', 254: '0000000006235' },
    ]
    expect(readEntries(formatReturn400('341', reported))).toMatchObject([
      { receivedAmount: 62_35, fee: 2_10, paidAmount: 64_45 },
      { receivedAmount: 0, fee: 2_10, paidAmount: null },
      { receivedAmount: 62_35, fee: 2_10, paidAmount: null },
    ])
  })

  test('reads a file of Bradesco', () => {
    const read = readBankReturn(encodeRecords(formatReturn400('237', [bradescoRecord])))
    expect(read).toMatchObject({
      file: { agreement: '00000000000004466911', sequence: '00042', date: '2026-11-20' },
      entries: [{ ...commonFields, wallet: '009', ourNumber: '00000000290', ourNumberDigit: 'P', fee: 333 }],
    })
  })

  test('returns the reasons of a rejection', () => {
    expect(
      readEntries(formatReturn400('341', [{ ...itauRecord, 109: '03', 378: '04110000' }])),
    ).toMatchObject([{ meaning: 'rejected', paidAmount: null, reasons: ['04', '11'] }])
    expect(
      readEntries(formatReturn400('237', [{ ...bradescoRecord, 109: '03', 319: '4548000000' }])),
    ).toMatchObject([{ meaning: 'rejected', reasons: ['45', '48'] }])
    expect(readEntries(formatReturn400('001', [{ ...brasilRecord, 87: '66', 109: '03' }]))).toMatchObject([
      { meaning: 'rejected', reasons: ['66'] },
    ])
  })

  test('records no payment for the amount of an occurrence that is not a settlement', () => {
    for (const occurrence of ['02', '09', '25', 'ZZ']) {
      expect(readEntries(formatReturn400('341', [{ ...itauRecord, 109: occurrence }]))).toMatchObject([
        { receivedAmount: 2600, paidAmount: null },
      ])
    }
  })

  test('skips records of Pix', () => {
    const [header = '', detail = ''] = formatReturn400('341', [itauRecord])
    const pix = formatRecord(400, { 1: '3', 2: 'https://pix', 395: '000003' })
    const trailer = formatRecord(400, { 1: '9201341', 213: '00000001', 221: '00000000002500', 395: '000004' })
    expect(readEntries([header, detail, pix, trailer])).toHaveLength(1)
  })

  const threeRecords400 = formatReturn400('237', [
    bradescoRecord,
    { ...bradescoRecord, 109: '02' },
    { ...bradescoRecord, 109: '17' },
  ])
  test.each([
    [
      'a record too long',
      threeRecords400.map((line, index) => (index === 2 ? `${line}1` : line)),
      ['3 record-length'],
    ],
    [
      'a record without its end',
      threeRecords400.map((line, index) => (index === 2 ? line.slice(0, 310) : line)),
      ['3 sequence'],
    ],
    ['no trailer', threeRecords400.slice(0, -1), ['4 trailer-missing']],
    ['a header without records', threeRecords400.slice(0, 1), ['1 trailer-missing']],
    [
      'a remittance',
      alterRecord(threeRecords400, { line: 1, from: 1, text: '01REMESSA' }),
      ['1 not-a-return'],
    ],
    ['another bank', alterRecord(threeRecords400, { line: 1, from: 77, text: '999' }), ['1 unknown-bank']],
    [
      'a trailer of another bank',
      alterRecord(threeRecords400, { line: 5, from: 5, text: '341' }),
      ['5 wrong-bank'],
    ],
    ['a missing record', threeRecords400.filter((_, index) => index !== 2), ['3 sequence', '4 sequence']],
    [
      'an invalid number',
      alterRecord(threeRecords400, { line: 3, from: 395, text: 'ABCDEF' }),
      ['3 sequence'],
    ],
    [
      'an unknown record',
      alterRecord(threeRecords400, { line: 3, from: 1, text: '8' }),
      ['3 unknown-record'],
    ],
    [
      'a trailer in the middle',
      alterRecord(threeRecords400, { line: 3, from: 1, text: '9' }),
      ['3 unknown-record'],
    ],
    [
      'an invalid amount',
      alterRecord(threeRecords400, { line: 2, from: 254, text: '00000000026,0' }),
      ['2 unreadable-field'],
    ],
    [
      'an invalid day',
      alterRecord(threeRecords400, { line: 4, from: 111, text: '310226' }),
      ['4 unreadable-field'],
    ],
    [
      'an invalid total',
      alterRecord(threeRecords400, { line: 5, from: 63, text: '00000000250X' }),
      ['5 unreadable-field'],
    ],
  ])('is rejected for %s', (_name, records, faults) => {
    expect(readFaults(records)).toEqual(faults)
  })

  test('reports a doubt when the count or the sum of the trailer differs (D135)', () => {
    expect(readDoubts(threeRecords400)).toEqual([])
    expect(readDoubts(alterRecord(threeRecords400, { line: 5, from: 87, text: '00002' }))).toEqual([
      '5 count',
    ])
    expect(readDoubts(alterRecord(threeRecords400, { line: 5, from: 63, text: '000000002501' }))).toEqual([
      '5 sum',
    ])
    const twoRecords400 = formatReturn400('341', [itauRecord, { ...itauRecord, 109: '02' }])
    expect(readDoubts(twoRecords400)).toEqual([])
    expect(readDoubts(alterRecord(twoRecords400, { line: 4, from: 213, text: '00000003' }))).toEqual([
      '4 count',
    ])
    expect(readDoubts(alterRecord(twoRecords400, { line: 4, from: 221, text: '00000000004999' }))).toEqual([
      '4 sum',
    ])
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
      alterRecord(formatReturn400('001', [oldLayout]), { line: 1, from: 41, text: '123879' }),
      { line: 1, from: 150, text: '       ' },
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

describe('a payer name of zeros or blanks', () => {
  test.each(['0'.repeat(30), ' '.repeat(30), '0'])('is read as empty in records of 400: %j', (name) => {
    expect(readEntries(formatReturn400('341', [{ ...itauRecord, 325: name }]))).toMatchObject([
      { payerName: '' },
    ])
  })

  test('does not include a name that only ends in zeros', () => {
    expect(readEntries(formatReturn400('341', [{ ...itauRecord, 325: 'MARIA 00' }]))).toMatchObject([
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
          ...commonFields,
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
    ).toMatchObject([{ ...commonFields, line: 3, wallet: '109', ourNumber: '00000290', ourNumberDigit: '7' }])
    expect(
      readEntries(
        formatReturn240('237', [{ ...paid240, t: { ...t, 38: '009', 41: '00000', 46: '00000000290P' } }]),
      ),
    ).toMatchObject([
      { ...commonFields, line: 3, wallet: '009', ourNumber: '00000000290', ourNumberDigit: 'P' },
    ])
  })

  test('occurrence 17 is a payment at Banco do Brasil, but not at Itaú', () => {
    const occurrence17 = { ...paid240, t: { ...paid240.t, 16: '17' } }
    expect(readEntries(formatReturn240('001', [occurrence17]))).toMatchObject([
      { meaning: 'settled', paidAmount: 2600 },
    ])
    expect(readEntries(formatReturn240('341', [occurrence17]))).toMatchObject([
      { meaning: 'instruction-rejected', paidAmount: null },
    ])
  })

  test('accepts other segments and batches, and checks count and sum of the batch', () => {
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
    expect(readDoubts(alterRecord(records, { line: 6, from: 24, text: '000002' }))).toEqual(['6 count'])
    expect(readDoubts(alterRecord(records, { line: 6, from: 30, text: '00000000000002501' }))).toEqual([
      '6 sum',
    ])
  })

  const santander = {
    t: { 16: '06', 18: '1234', 23: '013002862', 41: '0000000000290', 78: '000000000002500' },
    u: { 78: '000000000002500', 93: '000000000002500', 138: '19112026', 146: '21112026' },
  }

  test("accepts Santander's batch counts with or without header and trailer, but no missing details", () => {
    const records = formatReturn240('033', [santander, santander])
    expect(readDoubts(records)).toEqual([])
    expect(readDoubts(alterRecord(records, { line: 7, from: 18, text: '000004' }))).toEqual([])
    expect(readDoubts(alterRecord(records, { line: 7, from: 18, text: '000003' }))).toEqual(['7 count'])
    expect(readEntries(alterRecord(records, { line: 7, from: 18, text: '000004' }))).toHaveLength(2)
    // Missing details change one of the counts or the count of the file.
    const shortened = records.filter((_, index) => index !== 4 && index !== 5)
    for (const statedCount of ['000004', '000006']) {
      const read = readBankReturn(
        encodeRecords(alterRecord(shortened, { line: 5, from: 18, text: statedCount })),
      )
      expect(read).toMatchObject({ valid: false })
    }
  })

  test("requires other banks' counts to include header and trailer", () => {
    expect(
      readDoubts(alterRecord(formatReturn240('001', [paid240]), { line: 5, from: 18, text: '000002' })),
    ).toEqual(['5 count'])
  })

  const twoPayments240 = formatReturn240('001', [paid240, paid240])
  test.each([
    [
      'a record too long',
      twoPayments240.map((line, index) => (index === 3 ? `${line}0` : line)),
      ['4 record-length'],
    ],
    ['a remittance', alterRecord(twoPayments240, { line: 1, from: 143, text: '1' }), ['1 not-a-return']],
    ['another bank', twoPayments240.map((line) => `999${line.slice(3)}`), ['1 unknown-bank']],
    [
      'a record of another bank',
      alterRecord(twoPayments240, { line: 4, from: 1, text: '341' }),
      ['4 wrong-bank'],
    ],
    ['no trailer', twoPayments240.slice(0, -1), ['7 trailer-missing']],
    [
      'no trailer of the batch',
      twoPayments240.filter((_, index) => index !== 6),
      ['2 trailer-missing', '7 record-missing'],
    ],
    [
      'a detail outside a batch',
      twoPayments240.filter((_, index) => index !== 1),
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
          twoPayments240.filter((_, index) => index !== 5),
          { line: 6, from: 18, text: '000005' },
        ),
        { line: 7, from: 24, text: '000007' },
      ),
      ['5 unpaired-segment'],
    ],
    [
      'a missing last payment',
      twoPayments240.filter((_, index) => index !== 4 && index !== 5),
      ['5 record-missing', '6 record-missing'],
    ],
    [
      'a missing batch',
      alterRecord(twoPayments240, { line: 8, from: 18, text: '000002' }),
      ['8 record-missing'],
    ],
    [
      'another movement in U',
      alterRecord(twoPayments240, { line: 4, from: 16, text: '02' }),
      ['3 unpaired-segment', '4 unpaired-segment'],
    ],
    ['a broken sequence', alterRecord(twoPayments240, { line: 5, from: 9, text: '00004' }), ['5 sequence']],
    ['another batch inside', alterRecord(twoPayments240, { line: 5, from: 4, text: '0002' }), ['5 sequence']],
    [
      'an invalid amount',
      alterRecord(twoPayments240, { line: 4, from: 78, text: '0000000000026.0' }),
      ['3 unreadable-field'],
    ],
    [
      'an invalid day',
      alterRecord(twoPayments240, { line: 3, from: 74, text: '31022026' }),
      ['3 unreadable-field'],
    ],
  ])('is rejected for %s', (_name, records, faults) => {
    expect(readFaults(records)).toEqual(faults)
  })

  test.each([
    [
      'more records than the batch counts',
      alterRecord(twoPayments240, { line: 7, from: 18, text: '000005' }),
      ['7 count'],
    ],
    [
      'more batches than the file counts',
      alterRecord(twoPayments240, { line: 8, from: 18, text: '000000' }),
      ['8 count'],
    ],
    [
      'more records than the file counts',
      alterRecord(twoPayments240, { line: 8, from: 24, text: '000007' }),
      ['8 count'],
    ],
  ])('reports doubts for %s (D135)', (_name, records, doubts) => {
    expect(readDoubts(records)).toEqual(doubts)
  })

  test('accepts lines trimmed at the right', () => {
    const trimmed = twoPayments240.map((line) => line.trimEnd())
    expect(trimmed.some((line) => line.length < 240)).toBe(true)
    expect(readBankReturn(encodeRecords(trimmed))).toEqual(readBankReturn(encodeRecords(twoPayments240)))
  })

  test('rejects a truncated amount', () => {
    const truncatedLines = twoPayments240.map((line, index) => (index === 2 ? line.slice(0, 85) : line))
    expect(readFaults(truncatedLines)).toEqual(['3 unreadable-field'])
  })

  test('identifies unnumbered files by content', () => {
    const readFileKey = (changes: object, hour: string) => {
      const numberedFile = formatReturn240('001', [{ ...paid240, ...changes }])
      const read = readBankReturn(
        encodeRecords(
          alterRecord(alterRecord(numberedFile, { line: 1, from: 158, text: '000000' }), {
            line: 1,
            from: 152,
            text: hour,
          }),
        ),
      )
      return read.valid ? read.file.key : ''
    }
    const changedSegments = { u: { ...paid240.u, 78: '000000000002601' } }
    // Santander's files contain no hour.
    for (const hour of ['081500', '      ']) {
      expect(readFileKey({}, hour)).toMatch(/^001\/240\/003294860\/2026-11-20\/000000\/[0-9a-f]+$/)
      expect(readFileKey({}, hour)).toBe(readFileKey({}, hour))
      expect(readFileKey(changedSegments, hour)).not.toBe(readFileKey({}, hour))
    }
  })
})

describe('the bytes of a return file', () => {
  const records = alterRecord(formatReturn400('001', [brasilRecord]), {
    line: 1,
    from: 47,
    text: 'PUBLICA\xc7\xd5ES',
  })

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

  test('can contain ten thousand records with distinct keys', () => {
    const manyRecords = Array.from({ length: 10_000 }, (_, index) => ({
      ...itauRecord,
      86: String(index).padStart(8, '0'),
    }))
    const entries = readEntries(formatReturn400('341', manyRecords))
    expect(new Set(entries.map(({ eventKey }) => eventKey)).size).toBe(10_000)
    expect(new Set(entries.map(({ lineKey }) => lineKey)).size).toBe(10_000)
  })

  test('lead to at most a hundred reported errors', () => {
    const faultyFile = formatReturn400(
      '001',
      Array.from({ length: 300 }, () => ({ ...brasilRecord, 111: '999999' })),
    )
    expect(readFaults(faultyFile)).toHaveLength(100)
  })
})

describe('duplicate files and records', () => {
  test('returns equal entries for the same file', () => {
    expect(readEntries(formatReturn400('341', [itauRecord]))).toEqual(
      readEntries(formatReturn400('341', [itauRecord])),
    )
  })

  test('returns an equal event key and another line key for the same event in another file', () => {
    const [firstEntry] = readEntries(formatReturn400('341', [itauRecord]))
    const [repeatedEntry] = readEntries(
      alterRecord(formatReturn400('341', [itauRecord]), { line: 1, from: 109, text: '00113' }),
    )
    expect(repeatedEntry?.eventKey).toBe(firstEntry?.eventKey)
    expect(repeatedEntry?.lineKey).not.toBe(firstEntry?.lineKey)
  })

  test('returns distinct event keys for two payments of a boleto, with equal or different amounts', () => {
    const keys = readEntries(
      formatReturn400('341', [itauRecord, itauRecord, { ...itauRecord, 254: '0000000002601' }]),
    ).map(({ eventKey }) => eventKey)
    expect(new Set(keys).size).toBe(3)
  })

  test.each([
    ['341', { ...itauRecord, 18: '1234', 24: '56789' }, { 18: '4444' }],
    ['341', { ...itauRecord, 18: '1234', 24: '56789' }, { 24: '55555' }],
    ['237', { ...bradescoRecord, 25: '01234', 30: '0056789' }, { 25: '04444' }],
  ] as const)(
    'returns distinct event keys for payments with the same number at two accounts of bank %s',
    (bank, payment, otherAccount) => {
      const keys = readEntries(formatReturn400(bank, [payment, { ...payment, ...otherAccount }])).map(
        ({ eventKey }) => eventKey,
      )
      const removeOrdinal = (eventKey: string) => eventKey.replace(/\/\d+$/, '')
      expect(new Set(keys.map(removeOrdinal)).size).toBe(2)
    },
  )

  test('returns distinct event keys for boletos without a number by their document', () => {
    const unnumberedRecord = { ...itauRecord, 86: '00000000', 109: '03' }
    const keys = readEntries(
      formatReturn400('341', [unnumberedRecord, { ...unnumberedRecord, 117: '291' }]),
    ).map((entry) => entry.eventKey)
    expect(new Set(keys).size).toBe(2)
  })
})
