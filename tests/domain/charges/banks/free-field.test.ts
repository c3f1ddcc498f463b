import { describe, expect, test } from 'vitest'
import { buildFreeField, type FreeFieldInput } from '#app/domain/charges/banks/free-field.ts'

const cases: [name: string, input: FreeFieldInput, expected: object][] = [
  [
    'Banco do Brasil, a convênio with 7 digits',
    { bank: '001', convenio: '1149718', ourNumber: '6068524522', carteira: '11' },
    { freeField: '0000001149718606852452211', fullOurNumber: '11497186068524522', ourNumberDv: null },
  ],
  [
    'Banco do Brasil, a convênio with 8 digits',
    { bank: '001', convenio: '12387989', ourNumber: '777700168', carteira: '18' },
    { freeField: '0000001238798977770016818', fullOurNumber: '12387989777700168', ourNumberDv: null },
  ],
  [
    'Banco do Brasil, a convênio with 6 digits',
    {
      bank: '001',
      convenio: '123879',
      ourNumber: '01234',
      carteira: '18',
      agencia: '4042',
      conta: '00061900',
    },
    { freeField: '1238790123440420006190018', fullOurNumber: '12387901234' },
  ],
  [
    'Banco do Brasil, a convênio with 6 digits and a 17-digit number of the client',
    { bank: '001', convenio: '123879', ourNumber: '00000001234567899', carteira: '18' },
    { freeField: '1238790000000123456789921', fullOurNumber: '00000001234567899', ourNumberDv: null },
  ],
  [
    'Banco do Brasil, a convênio with 4 digits',
    {
      bank: '001',
      convenio: '1238',
      ourNumber: '0123456',
      carteira: '18',
      agencia: '4042',
      conta: '00061900',
    },
    { freeField: '1238012345640420006190018', fullOurNumber: '12380123456' },
  ],
  [
    'Banco do Brasil, a check digit of 10, printed as X',
    {
      bank: '001',
      convenio: '0000',
      ourNumber: '0000006',
      carteira: '18',
      agencia: '4042',
      conta: '00061900',
    },
    { ourNumberDv: 'X' },
  ],
  [
    'Itaú',
    { bank: '341', carteira: '175', ourNumber: '12345678', agencia: '0810', conta: '53678' },
    { freeField: '1751234567840810536789000', ourNumberDac: '4', accountDac: '9', freeFieldDv: null },
  ],
  [
    'Itaú, the example of the bank’s manual',
    { bank: '341', carteira: '110', ourNumber: '12345678', agencia: '0057', conta: '12345' },
    { freeField: '1101234567880057123457000', ourNumberDac: '8', accountDac: '7' },
  ],
  [
    // By the manual, the digit sum is 40, so the check digit is 0. A published sample has 2, because its sum
    // includes the account.
    'Itaú, a carteira whose check digit excludes the account',
    { bank: '341', carteira: '168', ourNumber: '00258281', agencia: '0810', conta: '53678' },
    { freeField: '1680025828100810536789000', ourNumberDac: '0', accountDac: '9' },
  ],
  [
    'Itaú, a carteira with the client’s document number',
    { bank: '341', carteira: '196', ourNumber: '00258281', clientNumber: '0123456', client: '12345' },
    { freeField: '1960025828101234561234550', freeFieldDv: '5', ourNumberDac: null, accountDac: null },
  ],
  [
    'Itaú, a client code padded with a zero',
    { bank: '341', carteira: '196', ourNumber: '00258281', clientNumber: '0123456', client: '01234' },
    { freeField: '1960025828101234560123440', freeFieldDv: '4' },
  ],
  [
    'Itaú, a special carteira with the account, for the printed check digits',
    {
      bank: '341',
      carteira: '143',
      ourNumber: '12345678',
      clientNumber: '1234567',
      client: '12345',
      agencia: '0607',
      conta: '15255',
    },
    { ourNumberDac: '2', accountDac: '0' },
  ],
  [
    'Bradesco',
    { bank: '237', agencia: '1172', carteira: '06', ourNumber: '00075896452', conta: '0403005' },
    { freeField: '1172060007589645204030050', ourNumberDv: '5' },
  ],
  [
    'Bradesco, a remainder of 1, printed as P',
    { bank: '237', agencia: '4042', carteira: '19', ourNumber: '00000000001', conta: '0061900' },
    { freeField: '4042190000000000100619000', ourNumberDv: 'P' },
  ],
  [
    'Bradesco, a remainder of 0, printed as 0',
    { bank: '237', agencia: '4042', carteira: '19', ourNumber: '00000000006', conta: '0061900' },
    { ourNumberDv: '0' },
  ],
  [
    'Santander',
    { bank: '033', convenio: '6992587', ourNumber: '000010647852', carteira: '101' },
    { freeField: '9699258700001064785240101', ourNumberDv: '4' },
  ],
  [
    'Santander, with the IOS digit of an insurer',
    { bank: '033', convenio: '6992587', ourNumber: '000010647852', carteira: '101', ios: '7' },
    { freeField: '9699258700001064785247101' },
  ],
  [
    'Caixa',
    { bank: '104', beneficiario: '245274', ourNumber15: '000000000000001', const1: '1', const2: '4' },
    {
      freeField: '2452740000100040000000017',
      beneficiarioDv: '0',
      freeFieldDv: '7',
      fullOurNumber: '14000000000000001',
      ourNumberDv: '4',
    },
  ],
  [
    'Caixa, a beneficiary of 7 digits',
    { bank: '104', beneficiario: '1100000', ourNumber15: '123456789012345', const1: '1', const2: '4' },
    { freeField: expect.stringMatching(/^110000012314564789012345\d$/), beneficiarioDv: null },
  ],
  [
    'Sicoob',
    {
      bank: '756',
      carteira: '1',
      agencia: '4134',
      modalidade: '05',
      beneficiario: '0148180',
      ourNumber: '0000110',
      parcela: '001',
    },
    { freeField: '1413405014818000001104001', ourNumberDv: '4' },
  ],
]

describe('buildFreeField', () => {
  test.each(cases)('builds the free field of %s', (_name, input, expected) => {
    const result = buildFreeField(input)
    expect(result.freeField).toMatch(/^\d{25}$/)
    expect(result).toMatchObject(expected)
  })

  const rejectedInputs: [name: string, input: FreeFieldInput][] = [
    ['a convênio with 5 digits', { bank: '001', convenio: '12345', ourNumber: '0123456', carteira: '18' }],
    ['a letter in the convênio', { bank: '001', convenio: '123A', ourNumber: '0123456', carteira: '18' }],
    [
      'a number too short for its convênio',
      { bank: '001', convenio: '1149718', ourNumber: '1', carteira: '17' },
    ],
    [
      'a convênio with 6 digits without an account',
      { bank: '001', convenio: '123879', ourNumber: '01234', carteira: '18' },
    ],
    [
      'a 17-digit number of the client in carteira 17',
      { bank: '001', convenio: '123879', ourNumber: '1'.repeat(17), carteira: '17' },
    ],
    ['an ordinary Itaú carteira without an account', { bank: '341', carteira: '109', ourNumber: '12345678' }],
    [
      'a special Itaú carteira without the client’s number',
      { bank: '341', carteira: '196', ourNumber: '12345678', agencia: '0810', conta: '53678' },
    ],
    [
      'a Caixa beneficiary of 7 digits below 1100000',
      { bank: '104', beneficiario: '1099999', ourNumber15: '0'.repeat(15), const1: '1', const2: '4' },
    ],
    [
      'an unpadded account',
      { bank: '237', agencia: '1172', carteira: '06', ourNumber: '00075896452', conta: '403005' },
    ],
  ]
  test.each(rejectedInputs)('rejects %s', (_name, input) => {
    expect(() => buildFreeField(input)).toThrow(RangeError)
  })
})
