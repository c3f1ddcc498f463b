import { expect, test } from 'vitest'
import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import { parseLine } from '#app/domain/charges/boleto.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'

const request = {
  number: 1042,
  orderId: 7,
  ordinal: 0,
  reference: 'pedido-1042-0',
  value: 173_30,
  documentDate: '2026-11-21',
  dueDate: '2026-11-26',
}

const bb: BankAgreement = {
  bank: '001',
  agencyPrinted: '1234-3',
  accountPrinted: '56789-0',
  agreement: '7654321',
  wallet: '17',
}
const itau: BankAgreement = { bank: '341', agency: '0167', account: '45145', wallet: '157' }
const bradesco: BankAgreement = {
  bank: '237',
  agency: '1172',
  agencyPrinted: '1172-0',
  account: '0403005',
  accountPrinted: '0403005-2',
  wallet: '06',
}

test.each<[string, BankAgreement, string, string]>([
  ['Banco do Brasil', bb, '76543210000001042', '1234-3 / 56789-0'],
  ['Itaú', itau, '157/00001042-7', '0167 / 45145-9'],
  ['Bradesco', bradesco, '06/00000001042-3', '1172-0 / 0403005-2'],
])(
  'a boleto of %s can be read back with bank, value and due date',
  (_name, agreement, ourNumber, agencyAndCode) => {
    const boleto = buildOwnBankBoleto(agreement, request)
    expect(parseLine(boleto.line, '2026-11-21')).toMatchObject({
      valid: true,
      bank: agreement.bank,
      barcode: boleto.barcode,
      dueDate: '2026-11-26',
      valueCents: 173_30,
    })
    expect(boleto).toMatchObject({ ourNumberPrinted: ourNumber, agencyAndCode, documentNumber: '7' })
  },
)

test('two boletos of an order differ by number', () => {
  const [firstBoleto, secondBoleto] = [
    buildOwnBankBoleto(bb, request),
    buildOwnBankBoleto(bb, { ...request, number: 1043 }),
  ]
  expect(buildOwnBankBoleto(bb, request)).toEqual(firstBoleto)
  expect([firstBoleto.ourNumber, secondBoleto.ourNumber]).toEqual(['0000001042', '0000001043'])
  expect(firstBoleto.line).not.toBe(secondBoleto.line)
})

test.each([
  { ...request, value: 100_000_000_00 },
  { ...request, value: 10.5 },
  { ...request, number: 0 },
  { ...request, number: 10_000_000_000 },
])('rejects values that no boleto can contain: %o', (impossibleRequest) => {
  expect(() => buildOwnBankBoleto(bb, impossibleRequest)).toThrow(RangeError)
})

test.each([
  ['Banco do Brasil', bb, 9_999_999_999],
  ['Itaú', itau, 99_999_999],
  ['Bradesco', bradesco, 99_999_999_999],
] satisfies [string, BankAgreement, number][])(
  'accepts the last number of %s and rejects the next',
  (_, agreement, lastNumber) => {
    expect(buildOwnBankBoleto(agreement, { ...request, number: lastNumber }).ourNumber).toBe(
      String(lastNumber),
    )
    expect(() => buildOwnBankBoleto(agreement, { ...request, number: lastNumber + 1 })).toThrow(RangeError)
  },
)
