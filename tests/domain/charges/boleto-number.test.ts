import { describe, expect, test } from 'vitest'
import type { BankAgreement } from '#app/domain/charges/banks/banks.ts'
import {
  formatBoletoNumber,
  getNumberRange,
  getRecordNumberRange,
} from '#app/domain/charges/boleto-number.ts'

const brasilAgreement: BankAgreement = {
  bank: '001',
  agencyPrinted: '1234-3',
  accountPrinted: '56789-0',
  agreement: '0294860',
  wallet: '17',
}
const itauAgreement: BankAgreement = { bank: '341', agency: '0111', account: '01234', wallet: '109' }
const bradescoAgreement: BankAgreement = {
  bank: '237',
  agency: '1420',
  agencyPrinted: '1420-1',
  account: '0016910',
  accountPrinted: '16910-2',
  wallet: '09',
}

test.each([
  ['Banco do Brasil', brasilAgreement, 1, '0000000001'],
  ['Banco do Brasil, agreement of 6 digits', { ...brasilAgreement, agreement: '123879' }, 1234, '01234'],
  ['Itaú', itauAgreement, 99_999_999, '99999999'],
  ['Bradesco', bradescoAgreement, 290, '00000000290'],
] as const)('%s writes a number in its full width', (_name, agreement, number, text) => {
  expect(formatBoletoNumber(agreement, number)).toBe(text)
})

describe('boleto numbers are assigned once', () => {
  test('per agreement of Banco do Brasil, for any wallet', () => {
    expect(getNumberRange(brasilAgreement)).toBe('001/0294860')
    expect(getNumberRange({ ...brasilAgreement, wallet: '11' })).toBe('001/0294860')
  })

  test('per wallet of an account at Itaú and Bradesco', () => {
    expect(getNumberRange(itauAgreement)).toBe('341/0111/01234/109')
    expect(getNumberRange({ ...itauAgreement, wallet: '112' })).toBe('341/0111/01234/112')
    expect(getNumberRange(bradescoAgreement)).toBe('237/1420/0016910/09')
  })
})

type BankRecord = Omit<Parameters<typeof getRecordNumberRange>[0], 'agreement'> & { agreement?: string }

describe('the range of a bank record', () => {
  const emptyAccount = { agency: '', account: '', wallet: '' }
  test.each([
    [
      'Banco do Brasil, by its 17 digits',
      {
        ...emptyAccount,
        bank: '001',
        ourNumber: '02948600000000290',
        boletoNumber: '0000000290',
        wallet: '7',
      },
      getNumberRange(brasilAgreement),
    ],
    [
      'Banco do Brasil under an agreement of 6 digits, with a check digit in CNAB 240',
      { ...emptyAccount, bank: '001', ourNumber: '12387901234X', boletoNumber: '01234' },
      '001/123879',
    ],
    [
      'Santander, whose 400 leaves out the ninth position of the account',
      {
        ...emptyAccount,
        bank: '033',
        ourNumber: '0000290',
        boletoNumber: '0000290',
        agency: '1234',
        account: '01300286',
      },
      '033/1234/01300286',
    ],
    [
      'Caixa, by the beneficiary of the header',
      {
        ...emptyAccount,
        bank: '104',
        ourNumber: '14000000000000290',
        boletoNumber: '000000000000290',
        agreement: '2452740',
      },
      '104/2452740',
    ],
    [
      'Sicredi, by the account of the header',
      {
        ...emptyAccount,
        bank: '748',
        ourNumber: '26200290',
        boletoNumber: '26200290',
        agreement: '000000000623',
      },
      '748/00623',
    ],
    [
      'Itaú, by account and wallet',
      {
        bank: '341',
        ourNumber: '00000290',
        boletoNumber: '00000290',
        agency: '0111',
        account: '01234',
        wallet: '109',
      },
      getNumberRange(itauAgreement),
    ],
    [
      'Bradesco, whose 240 and 400 write more zeros or fewer',
      {
        bank: '237',
        ourNumber: '00000000290',
        boletoNumber: '00000000290',
        agency: '01420',
        account: '000000016910',
        wallet: '009',
      },
      getNumberRange(bradescoAgreement),
    ],
    [
      'no range when Banco do Brasil’s number lacks an agreement of seven digits',
      { ...emptyAccount, bank: '001', ourNumber: '0000000290', boletoNumber: '0000000290' },
      null,
    ],
    [
      'no range when the account is zeros',
      {
        bank: '341',
        ourNumber: '00000290',
        boletoNumber: '00000290',
        agency: '0000',
        account: '00000',
        wallet: '109',
      },
      null,
    ],
    [
      'no range without a number',
      { bank: '341', ourNumber: '', boletoNumber: '', agency: '0111', account: '01234', wallet: '109' },
      null,
    ],
  ] satisfies [string, BankRecord, string | null][])('is found for %s', (_, record, range) => {
    expect(getRecordNumberRange({ agreement: '', ...record })).toBe(range)
  })
})
