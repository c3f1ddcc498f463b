import { expect, test } from 'vitest'
import type { BankAgreement } from '#app/domain/bank-agreement.ts'
import { parseLine } from '#app/domain/boleto.ts'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'

const request = {
  orderId: 1042,
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
  'a slip of %s reads back with bank, value and due date',
  async (_name, agreement, ourNumber, agencyAndCode) => {
    const slip = await ownBankIssuer(agreement).issue(request)
    expect(parseLine(slip.line, '2026-11-21')).toMatchObject({
      valid: true,
      bank: agreement.bank,
      barcode: slip.barcode,
      dueDate: '2026-11-26',
      valueCents: 173_30,
    })
    expect(slip.ourNumberPrinted).toBe(ourNumber)
    expect(slip.agencyAndCode).toBe(agencyAndCode)
  },
)

test('the same order gives the same slip, another order another number', async () => {
  const issuer = ownBankIssuer(bb)
  expect(await issuer.issue(request)).toEqual(await issuer.issue(request))
  const other = await issuer.issue({ ...request, orderId: 1043 })
  expect(other.ourNumber).not.toBe((await issuer.issue(request)).ourNumber)
})

test.each([
  { ...request, value: 100_000_000_00 },
  { ...request, value: 10.5 },
])('what no slip can carry is refused: %o', async (impossible) => {
  await expect(ownBankIssuer(bb).issue(impossible)).rejects.toThrow(RangeError)
})

test('an order number too long for the bank is refused', async () => {
  await expect(ownBankIssuer(itau).issue({ ...request, orderId: 123_456_789 })).rejects.toThrow(RangeError)
})
