import { describe, expect, test } from 'vitest'
import { bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { writeRemittance } from '#app/domain/charges/cnab/cnab-remittance.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import { getRemittanceAgreement } from '#app/domain/payments/remittance-agreement.ts'
import { listTermLines } from '#app/text/charges/terms-labels.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'

const payer = {
  document: '52998224725',
  name: 'Maria',
  address: 'Rua Um 1',
  district: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  cep: '18603970',
}

/** Returns a boleto. At 1 % a month, R$ 29,99 costs less than a centavo a day and R$ 30,00 exactly one. */
function makeBoleto(bank: CnabBank, value: number, format?: '400' | '240') {
  const agreement = { ...bankAgreements[bank], ...(format && { format }) }
  const data = { reference: 'pedido-7-0-3f9a01', orderId: 7, ordinal: 0, number: 26_200_290 }
  const dates = { documentDate: '2026-11-20', dueDate: '2026-12-02' }
  // The numbers of Santander have seven digits.
  const number = bank === '033' ? 290 : data.number
  return buildOwnBankBoleto(agreement, {
    ...data,
    ...dates,
    number,
    value,
    rules: { ...defaultChargeRules, interestPercent: 100 },
  })
}

function makeFile(bank: CnabBank, format: CnabFormat, boleto: ReturnType<typeof makeBoleto>): string[] {
  const { agreement } = getRemittanceAgreement(bankAgreements[bank])
  if (!agreement) throw new Error('not ready')
  const { ourNumber, documentDate, dueDate, value, terms } = boleto
  const boletoFields = {
    ourNumber,
    documentDate,
    dueDate,
    value,
    terms,
    payer,
    documentNumber: '7',
    control: '7',
  }
  return writeRemittance({
    format,
    agreement,
    date: '2026-11-21',
    time: '08:15',
    sequence: 42,
    company: { name: 'Editora', document: '11222333000181' },
    boletos: [{ ...boletoFields, instruction: 'register' }],
  }).split('\r\n')
}

/** Returns positions 118–141 of segment P. */
function readInterest(records: readonly string[]): string | undefined {
  return records.find((record) => record[13] === 'P')?.slice(117, 141)
}

const rateTexts = ['Após o vencimento cobrar juros de 1,00% ao mês.']
const centavoTexts = ['Após o vencimento cobrar juros de R$ 0,01 por dia de atraso.']
const banksWithRate = bankCodes.filter((bank) => banks[bank].remittances[240].terms?.rate)

describe('interest below a centavo a day', () => {
  test.each([
    ['001', '2' + '03122026' + '000000000000100'],
    ['237', '2' + '03122026' + '000000000000100'],
    ['104', '2' + '03122026' + '000000000000100'],
    ['748', '2' + '03122026' + '000000000000100'],
    // H7815, note 18: a rate has five decimals.
    ['033', '2' + '03122026' + '000000000100000'],
  ] as const)('bank %s: CNAB 240 and the printed boleto use the monthly rate', (bank, interest) => {
    const boleto = makeBoleto(bank, 29_99, '240')
    expect(boleto.terms).toMatchObject({ interestPercent: 100, interestPerDay: null })
    expect(readInterest(makeFile(bank, 240, boleto))).toBe(interest)
    expect(listTermLines(boleto.terms)).toEqual(expect.arrayContaining(rateTexts))
  })

  test('exactly five banks have a monthly rate', () => {
    expect(banksWithRate.toSorted()).toEqual(['001', '033', '104', '237', '748'])
  })

  test.each(bankCodes)('bank %s: charges no interest under CNAB 400 or without a format', (bank) => {
    for (const format of ['400', undefined] as const) {
      const boleto = makeBoleto(bank, 29_99, format)
      expect(boleto.terms).toMatchObject({ interestPercent: 0, interestPerDay: null })
      expect(listTermLines(boleto.terms).join()).not.toContain('juros')
      expect(makeFile(bank, 400, boleto)[1]?.slice(160, 173)).toBe('0'.repeat(13))
    }
  })

  test('Itaú: charges no interest under CNAB 240', () => {
    const boleto = makeBoleto('341', 29_99, '240')
    expect(boleto.terms).toMatchObject({ interestPercent: 0, interestPerDay: null })
    expect(readInterest(makeFile('341', 240, boleto))).toBe('0'.repeat(24))
  })

  test.each(banksWithRate)('bank %s: rejects a boleto with a monthly rate in CNAB 400', (bank) => {
    const boleto = makeBoleto(bank, 29_99, '240')
    expect(() => makeFile(bank, 400, boleto)).toThrow(/CNAB 400 has no monthly rate/)
  })

  test('Itaú: rejects a boleto with a monthly rate in every format', () => {
    const { terms } = makeBoleto('001', 29_99, '240')
    const boleto = { ...makeBoleto('341', 29_99), terms }
    expect(() => makeFile('341', 240, boleto)).toThrow(RangeError)
  })
})

test.each(bankCodes)('bank %s: interest of a centavo a day is an amount in both formats', (bank) => {
  const perDayCode = bank === '341' ? '0' : '1'
  for (const format of ['400', '240'] as const) {
    const boleto = makeBoleto(bank, 30_00, format)
    expect(boleto.terms).toMatchObject({ interestPercent: 100, interestPerDay: 1 })
    expect(readInterest(makeFile(bank, 240, boleto))).toBe(`${perDayCode}03122026${'1'.padStart(15, '0')}`)
    expect(makeFile(bank, 400, boleto)[1]?.slice(160, 173)).toBe('1'.padStart(13, '0'))
    expect(listTermLines(boleto.terms)).toEqual(expect.arrayContaining(centavoTexts))
  }
})
