import { describe, expect, test } from 'vitest'
import { buildFreeField, type FreeFieldInput } from '#app/domain/charges/banks/free-field.ts'
import { type Remittance, writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { encodeRecords, formatRecord } from '#tests/support/cnab-files.ts'

/**
 * Boletos, records and files that others publish: laravel-boleto (eduardokum, 0081d09) and brcobranca
 * (kivanio, 325e0ea), with the manuals in them: Santander H7800 and H7815, SIGCB 240 and 67.126, Sicredi CNAB
 * 400 and 240 of August 2019.
 */
const freeFields: [name: string, input: FreeFieldInput, expected: object][] = [
  [
    'Sicredi, brcobranca',
    {
      bank: '748',
      carteira: '1',
      agencia: '0710',
      posto: '65',
      beneficiario: '00129',
      ourNumber: '16208879',
    },
    { freeField: '1116208879307106500129101', ourNumberDv: '3' },
  ],
  [
    'Sicredi, its API’s example',
    {
      bank: '748',
      carteira: '1',
      agencia: '2602',
      posto: '07',
      beneficiario: '12853',
      ourNumber: '21121928',
    },
    { freeField: '1121121928526020712853109', ourNumberDv: '5' },
  ],
  [
    'Caixa, brcobranca',
    { bank: '104', beneficiario: '245274', ourNumber15: '000000000000001', const1: '1', const2: '4' },
    { freeField: '2452740000100040000000017' },
  ],
]

test.each(freeFields)('the free field of %s matches the published example', (_name, input, expected) => {
  expect(buildFreeField(input)).toMatchObject(expected)
})

const payer = {
  document: '52998224725',
  name: 'PABLO DIEGO JOSE FRANCISCO DE PAULA JUAN',
  address: 'RUA RIO GRANDE DO SUL',
  district: 'SAO JOSE',
  city: 'SANTA RITA',
  state: 'SP',
  cep: '12345678',
}
const boleto = {
  instruction: 'register' as const,
  documentNumber: '6969',
  control: '6969',
  documentDate: '2015-07-14',
  dueDate: '2015-07-14',
  value: 199_90,
  payer,
}
const company = { name: 'SOCIEDADE', document: '11222333000181' }
const fileHeader = { company, date: '2015-07-14', time: '16:15', sequence: 1 }

function makeRecords(remittance: Omit<Remittance, keyof typeof fileHeader>): string[] {
  return writeRemittance({ ...remittance, ...fileHeader }).split('\r\n')
}

/** A field: position from 1, and the text that both programs write there. */
type Field = readonly [record: number, from: number, text: string]

const remittances: [name: string, facts: Omit<Remittance, keyof typeof fileHeader>, fields: Field[]][] = [
  [
    'Santander in 240',
    {
      format: 240,
      agreement: {
        bank: '033',
        agency: '0001',
        agencyDigit: '9',
        account: '013001234',
        accountDigit: '3',
        agreement: '1234567',
        wallet: '101',
        companyCode: '',
      },
      boletos: [{ ...boleto, ourNumber: '0012345' }],
    },
    [
      [0, 17, `2011222333000181000100001234567${' '.repeat(25)}`],
      [0, 144, '14072015      000001040     '],
      [1, 9, 'R01  030 2'],
      [1, 54, '000100001234567     '],
      [2, 18, '0001901300123430130012343  000000012345'],
      [2, 59, '12  6969           140720150000000000199900000'],
      [2, 107, '02N14072015'],
      [2, 224, '300000'],
      [2, 230, ' '.repeat(11)],
      [3, 210, `000000000000${' '.repeat(19)}`],
      [4, 18, `000004${' '.repeat(217)}`],
      [5, 18, `000001000006${' '.repeat(211)}`],
    ],
  ],
  [
    'Santander in 400',
    {
      format: 400,
      agreement: {
        bank: '033',
        agency: '1777',
        agencyDigit: '',
        account: '000801127',
        accountDigit: '8',
        agreement: '7751042',
        wallet: '101',
        companyCode: '17777751042700080112',
      },
      boletos: [{ ...boleto, ourNumber: '0000012' }],
    },
    [
      [0, 1, '01REMESSA01COBRANCA       17777751042700080112SOCIEDADE'],
      [0, 77, '033SANTANDER      1407150000000000000000 '],
      [1, 1, '1021122233300018117777751042700080112'],
      [1, 71, '000000 '],
      [1, 83, '000000000000000    000000501'],
      [1, 121, '14071500000000199900330000001N140715'],
      [1, 383, 'I78      00 000002'],
      [2, 1, `90000030000000019990${'0'.repeat(374)}000003`],
    ],
  ],
  [
    'Caixa in 240',
    {
      format: 240,
      agreement: {
        bank: '104',
        agency: '1234',
        agencyDigit: '5',
        account: '',
        agreement: '123451',
        wallet: 'RG',
      },
      boletos: [{ ...boleto, ourNumber: '000000000000123' }],
    },
    [
      [0, 33, `${'0'.repeat(20)}01234512345100000000SOCIEDADE`],
      [0, 192, 'REMESSA-PRODUCAO    '],
      [1, 34, '12345100000000000000012345123451' + '00000000'],
      [2, 18, '01234512345100000000000140000000000001231122' + '06969'],
      [2, 107, '02N14072015'],
      [2, 221, '3001'],
      [2, 228, '090000000000 '],
      [4, 18, '000004'],
    ],
  ],
  [
    'Sicredi in 240',
    {
      format: 240,
      agreement: {
        bank: '748',
        agency: '0165',
        unit: '02',
        account: '00623',
        accountDigit: '8',
        wallet: '1',
      },
      boletos: [{ ...boleto, ourNumber: '07200003' }],
    },
    [
      [0, 53, '00165 0000000006238 SOCIEDADE'],
      [0, 158, '00000108101600'],
      [1, 14, '040 2'],
      [1, 54, '00165 0000000006238 '],
      [2, 18, '00165 0000000006238 072000031           111226969           14072015'],
      [2, 101, '00000 03N14072015'],
      [2, 221, '3001060090000000000 '],
      [4, 18, `000004${'0'.repeat(92)}`],
      [5, 18, '000001000006000000'],
    ],
  ],
  [
    'Sicredi in 400',
    {
      format: 400,
      agreement: {
        bank: '748',
        agency: '0165',
        unit: '02',
        account: '00623',
        accountDigit: '8',
        wallet: '1',
      },
      boletos: [{ ...boleto, ourNumber: '07200003' }],
    },
    [
      [
        0,
        1,
        '01REMESSA01COBRANCA       0062311222333000181' +
          ' '.repeat(31) +
          '748SICREDI        20150714        0000001',
      ],
      [0, 391, '2.00000001'],
      [
        1,
        1,
        '1AAA            AAA' +
          ' '.repeat(28) +
          '072000031      20150714 N B        00000000000000            016969',
      ],
      [1, 149, `AN140715${'0'.repeat(62)}1000052998224725`],
      [2, 1, '9174800623'],
    ],
  ],
]

test.each(remittances)('a remittance to %s matches those of both programs', (_name, remittance, fields) => {
  const records = makeRecords(remittance)
  const writtenFields = fields.map(([record, from, text]) => {
    const line = records[record] ?? ''
    return [record, from, line.slice(from - 1, from - 1 + text.length)]
  })
  expect(writtenFields).toEqual(fields)
})

describe('published records of other programs', () => {
  test('are parsed as a Santander return file of 240 (brcobranca)', () => {
    const headerFields = { 1: '03300000', 53: '007401949', 143: '2', 144: '01042016', 158: '000034040' }
    const segmentT = {
      1: '0339692300001T 06316380130028625',
      41: '000000000140620000001406',
      70: '01042016',
      78: '000000000010000',
      129: '02000009073504630FULANO SANTOS',
      194: '0000000000000000400000000',
    }
    const segmentU = {
      1: '0339692300002U 06',
      78: '000000000010000000000000010000',
      138: '0104201604042016',
    }
    const fieldsOfRecords: Record<number, string>[] = [
      headerFields,
      { 1: '03396921T01' },
      segmentT,
      segmentU,
      { 1: '03396925', 18: '000004' },
      { 1: '03399999', 18: '000001000006' },
    ]
    const records = fieldsOfRecords.map((fields) => formatRecord(240, fields))
    expect(readBankReturn(encodeRecords(records))).toMatchObject({
      valid: true,
      file: { agreement: '007401949', sequence: '000034' },
      entries: [
        {
          ourNumber: '000000000140',
          meaning: 'settled',
          value: 100_00,
          paidAmount: 100_00,
          occurrenceDate: '2016-04-01',
          creditDate: '2016-04-04',
          range: '033/3163/01300286',
        },
      ],
    })
  })
})
