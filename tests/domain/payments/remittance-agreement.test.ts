import { describe, expect, test } from 'vitest'
import type { BankAgreement, CnabBank, RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import { buildFreeField } from '#app/domain/charges/banks/free-field.ts'
import { buildBarcode } from '#app/domain/charges/boleto.ts'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import type { RemittanceBoleto } from '#app/domain/charges/cnab/cnab-boleto.ts'
import {
  formatRemittanceFileName,
  getRemittanceAgreement,
  listFileFormats,
  listRemittanceFaults,
} from '#app/domain/payments/remittance-agreement.ts'

const brasil: BankAgreement = {
  bank: '001',
  agencyPrinted: '1234-3',
  accountPrinted: '56789-X',
  agreement: '7654321',
  wallet: '17',
  variation: '019',
}
const bradesco: BankAgreement = {
  bank: '237',
  agency: '0172',
  agencyPrinted: '172-0',
  account: '0403005',
  accountPrinted: '0403005-P',
  wallet: '09',
  companyCode: '4466911',
}
const itau: BankAgreement = { bank: '341', agency: '0167', account: '45145', wallet: '109' }

describe('an agreement for remittance files', () => {
  test('separates numbers and check digits', () => {
    expect(getRemittanceAgreement(brasil).agreement).toEqual({
      bank: '001',
      agency: '1234',
      agencyDigit: '3',
      account: '56789',
      accountDigit: 'X',
      agreement: '7654321',
      wallet: '17',
      variation: '019',
    })
    expect(getRemittanceAgreement(bradesco).agreement).toEqual({
      bank: '237',
      agency: '0172',
      agencyDigit: '0',
      account: '0403005',
      accountDigit: 'P',
      wallet: '09',
      companyCode: '4466911',
    })
    expect(getRemittanceAgreement(itau)).toEqual({ agreement: itau, missing: [] })
  })

  test.each<[string, BankAgreement, string[]]>([
    ['an agreement for boletos only', { ...brasil, variation: undefined }, ['variation']],
    ['an agreement with an empty variation', { ...brasil, variation: '' }, ['variation']],
    [
      'an agreement without check digits',
      { ...brasil, agencyPrinted: '1234', accountPrinted: '5678' },
      ['agency', 'account'],
    ],
    [
      'an agreement with a number that fits no record',
      { ...brasil, accountPrinted: '123456789-0' },
      ['account'],
    ],
    ['an agreement without the company’s number', { ...bradesco, companyCode: '' }, ['company-code']],
    ['an agreement that prints another branch', { ...bradesco, agencyPrinted: '173-0' }, ['agency']],
  ])('lists the missing fields of %s', (_case, agreement, missing) => {
    expect(getRemittanceAgreement(agreement)).toEqual({ agreement: null, missing })
  })
})

const boleto: RemittanceBoleto = {
  instruction: 'register',
  ourNumber: '00000290',
  documentNumber: '290',
  control: '290-0-3F9A01',
  documentDate: '2026-11-20',
  dueDate: '2026-11-25',
  value: 12_890,
  payer: {
    document: '52998224725',
    name: 'José',
    address: 'Rua 1',
    district: 'Centro',
    city: 'Bauru',
    state: 'SP',
    cep: '17010000',
  },
}

const agreements = [
  [getReadyAgreement(brasil), '0000000290'],
  [getReadyAgreement(itau), '00000290'],
  [getReadyAgreement(bradesco), '00000000290'],
] as const

function getReadyAgreement(agreement: BankAgreement): RemittanceAgreement {
  const remittanceAgreement = getRemittanceAgreement(agreement).agreement
  if (!remittanceAgreement) throw new Error('not ready')
  return remittanceAgreement
}

function makeFreeField(agreement: RemittanceAgreement, ourNumber: string) {
  const { wallet: carteira, agency: agencia, account: conta } = agreement
  if (agreement.bank === '001')
    return buildFreeField({ bank: '001', convenio: agreement.agreement, carteira, ourNumber })
  const account = { carteira, ourNumber, agencia, conta }
  if (agreement.bank === '341') return buildFreeField({ bank: '341', ...account })
  return buildFreeField({ bank: '237', ...account })
}

function makeBarcode(agreement: RemittanceAgreement, ourNumber: string) {
  const { freeField } = makeFreeField(agreement, ourNumber)
  const { dueDate, value: valueCents } = boleto
  return buildBarcode({ bank: agreement.bank, dueDate, valueCents, freeField })
}

describe.each(agreements)('a boleto under an agreement with %o', (agreement, ourNumber) => {
  const { bank } = agreement
  const waitingItem = { boleto: { ...boleto, ourNumber }, bank, barcode: makeBarcode(agreement, ourNumber) }

  test('can be sent until its due date', () => {
    expect(listRemittanceFaults(agreement, waitingItem, '2026-11-25')).toEqual([])
    expect(listRemittanceFaults(agreement, waitingItem, '2026-11-26')).toEqual(['past-due'])
  })

  test('can be written off at any time', () => {
    const writeOff = { ...waitingItem, boleto: { ...waitingItem.boleto, instruction: 'write-off' as const } }
    expect(listRemittanceFaults(agreement, writeOff, '2027-01-01')).toEqual([])
  })

  test('is not sent under another agreement', () => {
    const wallets: Partial<Record<CnabBank, string>> = { '001': '18', '341': '110', '237': '06' }
    const otherAgreement = { ...agreement, wallet: wallets[bank] ?? '' }
    expect(listRemittanceFaults(otherAgreement, waitingItem, '2026-11-21')).toEqual(['other-agreement'])
    expect(listRemittanceFaults(agreement, { ...waitingItem, bank: '033' }, '2026-11-21')).toEqual([
      'other-agreement',
    ])
  })

  test('with a monthly rate is rejected in CNAB 400, and makes 240 the first offered format', () => {
    const terms = { ...noTerms, interestPercent: 100 }
    const itemByRate = { ...waitingItem, boleto: { ...waitingItem.boleto, terms } }
    const listFaults = (format: 400 | 240 | null, item = itemByRate) =>
      listRemittanceFaults(agreement, item, '2026-11-25', format)
    expect(listFaults(400)).toEqual(['needs-240'])
    expect([listFaults(240), listFaults(null)]).toEqual([[], []])
    expect(
      listFaults(400, { ...itemByRate, boleto: { ...itemByRate.boleto, instruction: 'write-off' } }),
    ).toEqual([])
    expect(
      listFaults(400, {
        ...waitingItem,
        boleto: { ...boleto, ourNumber, terms: { ...terms, interestPerDay: 4 } },
      }),
    ).toEqual([])
    expect([listFileFormats(null, [waitingItem]), listFileFormats(null, [waitingItem, itemByRate])]).toEqual([
      [400, 240],
      [240, 400],
    ])
    expect([listFileFormats(400, [waitingItem]), listFileFormats(240, [])]).toEqual([[400], [240]])
  })

  test('lists the errors that a bank would reject', () => {
    const faultyBoleto = { ...waitingItem.boleto, ourNumber: '1', payer: { ...boleto.payer, cep: '' } }
    expect(listRemittanceFaults(agreement, { ...waitingItem, boleto: faultyBoleto }, '2026-11-21')).toEqual([
      'our-number',
      'payer-cep',
    ])
  })
})

test('names a file by day, month and the last two digits of its number', () => {
  expect(formatRemittanceFileName(1, '2026-11-21')).toBe('CB211101.REM')
  expect(formatRemittanceFileName(142, '2026-02-03')).toBe('CB030242.REM')
})
