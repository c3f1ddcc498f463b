import { describe, expect, test } from 'vitest'
import type { RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import type { RemittanceBoleto } from '#app/domain/charges/cnab/cnab-boleto.ts'
import { listBoletoFaults } from '#app/domain/charges/cnab/cnab-boleto-faults.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'

const agreements = {
  '001': {
    bank: '001',
    agency: '3344',
    agencyDigit: '8',
    account: '11113',
    accountDigit: 'X',
    agreement: '1112245',
    wallet: '17',
    variation: '019',
  },
  '341': { bank: '341', agency: '0111', account: '12345', wallet: '109' },
  '237': {
    bank: '237',
    agency: '1234',
    agencyDigit: '3',
    account: '0056789',
    accountDigit: 'P',
    wallet: '09',
    companyCode: '4466911',
  },
} as const satisfies Record<string, RemittanceAgreement>

const numbers = { '001': '0000000290', '341': '00000290', '237': '00000000290' }
const boleto: Omit<RemittanceBoleto, 'ourNumber'> = {
  instruction: 'register',
  documentNumber: '290',
  control: '290-0-3F9A01',
  documentDate: '2026-11-20',
  dueDate: '2026-12-02',
  value: 12_890,
  payer: {
    document: '52998224725',
    name: 'José Antônio da Conceição Gonçalves & Filhos',
    address: 'Av. Brigadeiro Faria Lima, 2170 – casa nº 3',
    district: 'Jardim Paulistano',
    city: 'São José dos Campos',
    state: 'SP',
    cep: '12227-901',
  },
}
const company = { name: 'Editora Aeronáutica São José Ltda', document: '11222333000181' }
type Bank = keyof typeof agreements
const makeBoleto = (bank: Bank, overrides: Partial<RemittanceBoleto> = {}) => ({
  ...boleto,
  ourNumber: numbers[bank],
  ...overrides,
})
const makeFile = (format: 400 | 240, bank: Bank, boletos = [makeBoleto(bank)], overrides = {}) =>
  writeRemittance({
    format,
    agreement: agreements[bank],
    company,
    date: '2026-11-21',
    time: '08:15',
    sequence: 42,
    boletos,
    ...overrides,
  })
const splitRecords = (text: string) => text.split('\r\n').slice(0, -1)

/** Expects the contents of `rows` (first position, last position, content, as in a manual) and blanks elsewhere. */
function expectRecord(
  record: string | undefined,
  length: number,
  rows: readonly (readonly [number, number, string])[],
) {
  expect(record).toHaveLength(length)
  const fieldTexts = rows.map(([from, to]) => [from, to, record?.slice(from - 1, to)])
  expect(fieldTexts).toEqual(rows.map(([from, to, content]) => [from, to, content.padEnd(to - from + 1)]))
  const otherCharacters = [...(record ?? '')].filter(
    (_, index) => !rows.some(([from, to]) => from <= index + 1 && index + 1 <= to),
  )
  expect(otherCharacters.join('').trim()).toBe('')
}
const makeZeros = (from: number, to: number) => [from, to, '0'.repeat(to - from + 1)] as const

const boletoFields400 = [
  [109, 110, '01'],
  [111, 120, '290'],
  [121, 126, '021226'],
  [127, 139, '0000000012890'],
  [148, 149, '01'],
  [150, 150, 'N'],
  [151, 156, '201126'],
  makeZeros(161, 218),
  [219, 220, '01'],
  [221, 234, '00052998224725'],
  [327, 334, '12227901'],
  [395, 400, '000002'],
] as const
const addressFields400 = [
  [275, 314, 'AV. BRIGADEIRO FARIA LIMA, 2170 CASA NO'],
  [315, 326, 'JARDIM PAULI'],
  [335, 349, 'SAO JOSE DOS CA'],
  [350, 351, 'SP'],
] as const

describe('a remittance in records of 400', () => {
  test('for Banco do Brasil has the fields of its manual', () => {
    const [header, detail, trailer, ...furtherRecords] = splitRecords(makeFile(400, '001'))
    expect(furtherRecords).toEqual([])
    expectRecord(header, 400, [
      [1, 9, '01REMESSA'],
      [10, 11, '01'],
      [12, 19, 'COBRANCA'],
      [27, 30, '3344'],
      [31, 31, '8'],
      [32, 39, '00011113'],
      [40, 40, 'X'],
      makeZeros(41, 46),
      [47, 76, 'EDITORA AERONAUTICA SAO JOSE L'],
      [77, 94, '001BANCODOBRASIL'],
      [95, 100, '211126'],
      [101, 107, '0000042'],
      [130, 136, '1112245'],
      [395, 400, '000001'],
    ])
    expectRecord(detail, 400, [
      [1, 1, '7'],
      [2, 3, '02'],
      [4, 17, '11222333000181'],
      [18, 21, '3344'],
      [22, 22, '8'],
      [23, 30, '00011113'],
      [31, 31, 'X'],
      [32, 38, '1112245'],
      [39, 63, '290-0-3F9A01             '],
      [64, 80, '11122450000000290'],
      makeZeros(81, 84),
      [92, 94, '019'],
      makeZeros(95, 101),
      [107, 108, '17'],
      ...boletoFields400,
      [140, 142, '001'],
      makeZeros(143, 146),
      [157, 160, '0700'],
      [235, 271, 'JOSE ANTONIO DA CONCEICAO GONCALVES &'],
      ...addressFields400,
      makeZeros(392, 393),
    ])
    expectRecord(trailer, 400, [
      [1, 1, '9'],
      [395, 400, '000003'],
    ])
  })

  test('for Itaú has the fields of its manual', () => {
    const [header, detail, trailer] = splitRecords(makeFile(400, '341'))
    expectRecord(header, 400, [
      [1, 9, '01REMESSA'],
      [10, 11, '01'],
      [12, 19, 'COBRANCA'],
      [27, 30, '0111'],
      makeZeros(31, 32),
      [33, 37, '12345'],
      [38, 38, '1'],
      [47, 76, 'EDITORA AERONAUTICA SAO JOSE L'],
      [77, 94, '341BANCO ITAU SA'],
      [95, 100, '211126'],
      [395, 400, '000001'],
    ])
    expectRecord(detail, 400, [
      [1, 1, '1'],
      [2, 3, '02'],
      [4, 17, '11222333000181'],
      [18, 21, '0111'],
      makeZeros(22, 23),
      [24, 28, '12345'],
      [29, 29, '1'],
      makeZeros(34, 37),
      [38, 62, '290-0-3F9A01             '],
      [63, 70, '00000290'],
      makeZeros(71, 83),
      [84, 86, '109'],
      [108, 108, 'I'],
      ...boletoFields400,
      [157, 160, '9210'],
      [140, 142, '341'],
      makeZeros(143, 147),
      [235, 264, 'JOSE ANTONIO DA CONCEICAO GONC'],
      ...addressFields400,
      makeZeros(386, 391),
      [392, 393, '05'],
    ])
    expectRecord(trailer, 400, [
      [1, 1, '9'],
      [395, 400, '000003'],
    ])
  })

  test('for Bradesco has the fields of its manual', () => {
    const [header, detail] = splitRecords(makeFile(400, '237'))
    expectRecord(header, 400, [
      [1, 9, '01REMESSA'],
      [10, 11, '01'],
      [12, 19, 'COBRANCA'],
      [27, 46, '00000000000004466911'],
      [47, 76, 'EDITORA AERONAUTICA SAO JOSE L'],
      [77, 94, '237BRADESCO'],
      [95, 100, '211126'],
      [109, 110, 'MX'],
      [111, 117, '0000042'],
      [395, 400, '000001'],
    ])
    expectRecord(detail, 400, [
      [1, 1, '1'],
      makeZeros(2, 6),
      makeZeros(8, 19),
      [21, 37, '0009012340056789P'],
      [38, 62, '290-0-3F9A01             '],
      makeZeros(63, 70),
      [71, 81, '00000000290'],
      [82, 82, '1'],
      makeZeros(83, 92),
      [93, 93, '2'],
      [94, 94, 'N'],
      [106, 106, '2'],
      ...boletoFields400,
      [157, 160, '1805'],
      makeZeros(140, 147),
      [235, 274, 'JOSE ANTONIO DA CONCEICAO GONCALVES & FI'],
      [275, 314, 'AV. BRIGADEIRO FARIA LIMA, 2170 CASA NO'],
    ])
  })
})

const makeSegmentStart = (bank: Bank, line: string, segment: string) =>
  [
    [1, 3, bank],
    [4, 7, '0001'],
    [8, 8, '3'],
    [9, 13, line],
    [14, 14, segment],
    [16, 17, '01'],
  ] as const
const titleFields240 = [
  [78, 85, '02122026'],
  [86, 100, '000000000012890'],
  makeZeros(101, 106),
  [109, 109, 'N'],
  [110, 117, '20112026'],
  makeZeros(119, 195),
  [196, 220, '290-0-3F9A01             '],
] as const
const payerFields240 = [
  [18, 18, '1'],
  [19, 33, '000052998224725'],
  [74, 113, 'AV. BRIGADEIRO FARIA LIMA, 2170 CASA NO'],
  [114, 128, 'JARDIM PAULISTA'],
  [129, 133, '12227'],
  [134, 136, '901'],
  [137, 151, 'SAO JOSE DOS CA'],
  [152, 153, 'SP'],
  makeZeros(154, 169),
  makeZeros(210, 212),
] as const

describe('a remittance in records of 240', () => {
  test('for Banco do Brasil has the fields of FEBRABAN and of its manual', () => {
    const [file, batch, segmentP, segmentQ, batchEnd, fileEnd] = splitRecords(makeFile(240, '001'))
    const makeAccount = (from: number) =>
      [
        [from, from + 4, '03344'],
        [from + 5, from + 5, '8'],
        [from + 6, from + 17, '000000011113'],
        [from + 18, from + 18, 'X'],
      ] as const
    expectRecord(file, 240, [
      [1, 8, '00100000'],
      [18, 18, '2'],
      [19, 32, '11222333000181'],
      [33, 41, '001112245'],
      [42, 45, '0014'],
      [46, 47, '17'],
      [48, 50, '019'],
      ...makeAccount(53),
      [73, 102, 'EDITORA AERONAUTICA SAO JOSE L'],
      [103, 132, 'BANCO DO BRASIL S.A.'],
      [143, 143, '1'],
      [144, 151, '21112026'],
      [152, 157, '081500'],
      [158, 163, '000042'],
      [164, 166, '083'],
      makeZeros(167, 171),
    ])
    expectRecord(batch, 240, [
      [1, 8, '00100011'],
      [9, 11, 'R01'],
      [14, 16, '042'],
      [18, 18, '2'],
      [19, 33, '011222333000181'],
      [34, 51, '001112245001417019'],
      ...makeAccount(54),
      [74, 103, 'EDITORA AERONAUTICA SAO JOSE L'],
      [184, 191, '00000042'],
      [192, 199, '21112026'],
      makeZeros(200, 207),
    ])
    expectRecord(segmentP, 240, [
      ...makeSegmentStart('001', '00001', 'P'),
      ...makeAccount(18),
      [38, 57, '11122450000000290'],
      [58, 58, '7'],
      [59, 62, '1122'],
      [63, 77, '290'],
      ...titleFields240,
      [107, 108, '02'],
      [118, 118, '3'],
      [221, 223, '300'],
      makeZeros(224, 227),
      [228, 229, '09'],
      makeZeros(230, 239),
    ])
    expectRecord(segmentQ, 240, [
      ...makeSegmentStart('001', '00002', 'Q'),
      ...payerFields240,
      [34, 73, 'JOSE ANTONIO DA CONCEICAO GONCALVES & FI'],
    ])
    expectRecord(batchEnd, 240, [[1, 8, '00100015'], [18, 23, '000004'], makeZeros(24, 115)])
    expectRecord(fileEnd, 240, [
      [1, 8, '00199999'],
      [18, 23, '000001'],
      [24, 29, '000006'],
      makeZeros(30, 35),
    ])
  })

  test('for Itaú has its own account, number and totals', () => {
    const [file, batch, segmentP, segmentQ, batchEnd] = splitRecords(makeFile(240, '341'))
    const makeAccount = (from: number) =>
      [
        [from, from, '0'],
        [from + 1, from + 4, '0111'],
        [from + 6, from + 12, '0000000'],
        [from + 13, from + 17, '12345'],
        [from + 19, from + 19, '1'],
      ] as const
    expectRecord(file, 240, [
      [1, 8, '34100000'],
      [18, 18, '2'],
      [19, 32, '11222333000181'],
      ...makeAccount(53),
      [73, 102, 'EDITORA AERONAUTICA SAO JOSE L'],
      [103, 132, 'BANCO ITAU SA'],
      [143, 143, '1'],
      [144, 151, '21112026'],
      [152, 157, '081500'],
      [158, 163, '000042'],
      [164, 166, '040'],
      makeZeros(167, 171),
      makeZeros(226, 228),
    ])
    expectRecord(batch, 240, [
      [1, 8, '34100011'],
      [9, 13, 'R0100'],
      [14, 16, '030'],
      [18, 18, '2'],
      [19, 33, '011222333000181'],
      ...makeAccount(54),
      [74, 103, 'EDITORA AERONAUTICA SAO JOSE L'],
      [184, 191, '00000042'],
      [192, 199, '21112026'],
      makeZeros(200, 207),
    ])
    expectRecord(segmentP, 240, [
      ...makeSegmentStart('341', '00001', 'P'),
      ...makeAccount(18),
      [38, 40, '109'],
      [41, 48, '00000290'],
      [49, 49, '0'],
      makeZeros(58, 62),
      [63, 72, '290'],
      ...titleFields240,
      [107, 108, '01'],
      [118, 118, '0'],
      [221, 226, '300105'],
      makeZeros(227, 239),
    ])
    expectRecord(segmentQ, 240, [
      ...makeSegmentStart('341', '00002', 'Q'),
      ...payerFields240,
      [34, 63, 'JOSE ANTONIO DA CONCEICAO GONC'],
    ])
    expectRecord(batchEnd, 240, [
      [1, 8, '34100015'],
      [18, 23, '000004'],
      [24, 29, '000001'],
      [30, 46, '00000000000012890'],
      makeZeros(47, 115),
    ])
  })

  test('for Bradesco has its own agreement and number', () => {
    const [file, batch, segmentP] = splitRecords(makeFile(240, '237'))
    const makeAccount = (from: number) =>
      [
        [from, from + 4, '01234'],
        [from + 5, from + 5, '3'],
        [from + 6, from + 17, '000000056789'],
        [from + 18, from + 18, 'P'],
      ] as const
    expectRecord(file, 240, [
      [1, 8, '23700000'],
      [18, 18, '2'],
      [19, 32, '11222333000181'],
      [33, 52, '00000000000004466911'],
      ...makeAccount(53),
      [73, 102, 'EDITORA AERONAUTICA SAO JOSE L'],
      [103, 132, 'BRADESCO'],
      [143, 143, '1'],
      [144, 151, '21112026'],
      [152, 157, '081500'],
      [158, 163, '000042'],
      [164, 166, '084'],
      [167, 171, '01600'],
    ])
    expect(batch?.slice(33, 53)).toBe('00000000000004466911')
    expectRecord(segmentP, 240, [
      ...makeSegmentStart('237', '00001', 'P'),
      ...makeAccount(18),
      [38, 40, '009'],
      makeZeros(41, 45),
      [46, 56, '00000000290'],
      [57, 57, '1'],
      [58, 62, '11122'],
      [63, 77, '290'],
      ...titleFields240,
      [107, 108, '02'],
      [118, 118, '3'],
      [221, 223, '300'],
      [224, 227, '1005'],
      [228, 229, '09'],
      makeZeros(230, 239),
    ])
  })
})

describe('a remittance of any bank', () => {
  const formatsAndBanks = ([400, 240] as const).flatMap((format) =>
    (['001', '341', '237'] as const).map((bank) => [format, bank] as const),
  )

  test.each(formatsAndBanks)(
    'format %d, bank %s: has numbered ASCII records of equal length with CRLF, and totals in 240',
    (format, bank) => {
      const text = makeFile(format, bank, [
        makeBoleto(bank),
        makeBoleto(bank, { value: 1 }),
        makeBoleto(bank),
      ])
      expect(text).toMatch(/^(?:[ -~]+\r\n)+$/)
      const lines = splitRecords(text)
      expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([format]))
      const recordNumbers = lines.map((line) => Number(format === 400 ? line.slice(394) : line.slice(8, 13)))
      const [, batchHeaderField] = recordNumbers
      // In 240 only details are numbered, because headers and trailers have other fields or blanks there.
      const expectedNumbers240 = [0, batchHeaderField, 1, 2, 3, 4, 5, 6, 0, 0]
      expect(recordNumbers).toEqual(format === 400 ? [1, 2, 3, 4, 5] : expectedNumbers240)
      if (format === 240) {
        expect(lines.at(-2)?.slice(17, 23)).toBe('000008')
        expect(lines.at(-1)?.slice(23, 29)).toBe('000010')
        expect(lines.at(-2)?.slice(23, 46)).toBe(bank === '001' ? '0'.repeat(23) : '00000300000000000025781')
      }
    },
  )

  test.each(formatsAndBanks)(
    'format %d, bank %s: registers, writes off and changes a due date',
    (format, bank) => {
      const boletos = (['register', 'write-off', 'change-due-date'] as const).map((instruction) =>
        makeBoleto(bank, { instruction }),
      )
      const lines = splitRecords(makeFile(format, bank, boletos))
      // Banco do Brasil marks its details by 7, the other banks by 1.
      const isDetail = (line: string) => (format === 400 ? /^[17]/.test(line) : line.slice(7, 8) === '3')
      const codes = lines
        .filter(isDetail)
        .map((line) => (format === 400 ? line.slice(108, 110) : line.slice(15, 17)))
      expect(codes).toEqual(format === 400 ? ['01', '02', '06'] : ['01', '01', '02', '02', '06', '06'])
    },
  )

  test.each(formatsAndBanks)('format %d, bank %s: accepts an alphanumeric CNPJ as payer', (format, bank) => {
    const payer = { ...boleto.payer, document: '12ABC34501DE35' }
    const text = makeFile(format, bank, [makeBoleto(bank, { payer })])
    const line = splitRecords(text)[format === 400 ? 1 : 3]
    expect(format === 400 ? line?.slice(218, 234) : line?.slice(17, 33)).toBe(
      format === 400 ? '0212ABC34501DE35' : '2012ABC34501DE35',
    )
  })

  test.each([
    ['no boletos', { boletos: [] }],
    ['a company without a CNPJ', { company: { ...company, document: '11222333000182' } }],
    ['an invalid day', { date: '2026-02-30' }],
    ['an invalid hour', { time: '24:00' }],
    ['a branch too long', { agreement: { ...agreements['001'], agency: '334455' } }],
    ['a branch with its digit', { agreement: { ...agreements['001'], agency: '334-8' } }],
    ['a boleto with faults', { boletos: [makeBoleto('001', { value: 0 })] }],
    ['a sequence number too long for its field', { sequence: 10_000_000 }],
  ])('is rejected for %s', (_name, overrides) => {
    expect(() => makeFile(240, '001', undefined, overrides)).toThrow(RangeError)
    expect(() => makeFile(400, '001', undefined, overrides)).toThrow(RangeError)
  })
})

describe('a boleto that cannot be sent', () => {
  const makePayer = (overrides: object) => ({ payer: { ...boleto.payer, ...overrides } })

  test.each([
    [{}, []],
    [{ ourNumber: '290' }, ['our-number']],
    [{ documentNumber: '' }, ['document-number']],
    [{ documentNumber: '12345678901' }, ['document-number']],
    [{ documentDate: '' }, ['document-date']],
    [{ dueDate: '2026-11-31' }, ['due-date']],
    [{ dueDate: '2026-11-19' }, ['due-date']],
    [{ value: 0 }, ['value']],
    [{ value: 1.5 }, ['value']],
    [{ value: 10_000_000_000 }, ['value']],
    [makePayer({ document: '52998224724' }), ['payer-document']],
    [makePayer({ name: ' ' }), ['payer-name']],
    [makePayer({ address: '–' }), ['payer-address']],
    [makePayer({ city: '' }), ['payer-city']],
    [makePayer({ state: 'XX' }), ['payer-state']],
    [makePayer({ cep: '1222-901' }), ['payer-cep']],
    [makePayer({ district: '' }), []],
  ])('a boleto with %j has the faults %j', (overrides, faults) => {
    expect(
      listBoletoFaults(
        { bank: '341', agency: '0111', account: '12345', wallet: '109' },
        makeBoleto('341', overrides),
      ),
    ).toEqual(faults)
  })
})
