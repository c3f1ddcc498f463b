import { describe, expect, test } from 'vitest'
import {
  type BoletoTerms,
  calculateAmountDue,
  calculateBoletoTerms,
  defaultChargeRules,
  gatewayTerms,
  getLastAcceptanceDay,
  isWithinAmountDue,
  noTerms,
} from '#app/domain/charges/boleto-terms.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'

const termKinds = ['fine', 'interest', 'discount', 'acceptance', 'protest'] as const
const bankIssuer = { supportedTerms: termKinds, monthlyRateUse: 'never' as const }
const gatewayIssuer = { supportedTerms: gatewayTerms, monthlyRateUse: 'always' as const }
const boletoDates = { value: 128_90, documentDate: '2026-11-23', dueDate: '2026-12-01' }
const lateRules: ChargeRules = { ...defaultChargeRules, finePercent: 200, interestPercent: 100 }

/** Returns a boleto with terms. The default due date, 01/12/2026, is a Tuesday. */
const makeOwedBoleto = (terms: Partial<BoletoTerms>, dueDate = '2026-12-01', value = 128_90) => ({
  value,
  dueDate,
  terms: { ...noTerms, ...terms },
})
const termsAtBank = { finePercent: 200, interestPercent: 100, interestPerDay: 4 }
const gatewayAccountTerms = { finePercent: 200, interestPercent: 100 }

describe('the amount due on a day', () => {
  test.each([
    ['before the due date', makeOwedBoleto(termsAtBank), '2026-11-25', [0, 0, 0, 128_90, 128_90]],
    ['on the due date', makeOwedBoleto(termsAtBank), '2026-12-01', [0, 0, 0, 128_90, 128_90]],
    ['a day late', makeOwedBoleto(termsAtBank), '2026-12-02', [2_57, 4, 1, 131_51, 131_52]],
    [
      'over a weekend, in calendar days',
      makeOwedBoleto(termsAtBank),
      '2026-12-07',
      [2_57, 24, 6, 131_71, 131_72],
    ],
    ['thirty days late', makeOwedBoleto(termsAtBank), '2026-12-31', [2_57, 1_20, 30, 132_67, 132_68]],
    [
      'a day late, by the rate',
      makeOwedBoleto(gatewayAccountTerms),
      '2026-12-02',
      [2_57, 4, 1, 131_51, 131_53],
    ],
    [
      'thirty days late, by the rate: a whole month',
      makeOwedBoleto(gatewayAccountTerms),
      '2026-12-31',
      [2_57, 1_28, 30, 132_75, 132_77],
    ],
    // The example that Kobana publishes: 100,00, five days, 2 % and 1 % a month: 102,16.
    [
      'five days late, as published',
      makeOwedBoleto(gatewayAccountTerms, '2026-12-01', 100_00),
      '2026-12-06',
      [2_00, 16, 5, 102_16, 102_17],
    ],
    [
      'with equal amounts rounded up and down',
      makeOwedBoleto(gatewayAccountTerms, '2026-12-01', 300_00),
      '2026-12-04',
      [6_00, 30, 3, 306_30, 306_30],
    ],
    ['without terms, however late', makeOwedBoleto({}), '2027-03-01', [0, 0, 90, 128_90, 128_90]],
    [
      'of fifty centavos, with a fine of one',
      makeOwedBoleto(termsAtBank, '2026-12-01', 50),
      '2026-12-02',
      [1, 4, 1, 55, 55],
    ],
  ])('is exact for a boleto %s', (_name, boleto, day, [fine, interest, days, total, highest]) => {
    expect(calculateAmountDue(boleto, day)).toEqual({ fine, interest, discount: 0, days, total, highest })
  })

  test.each([
    ['Saturday', '2026-12-05', '2026-12-07', '2026-12-08', 3],
    ['Christmas, a Friday', '2026-12-25', '2026-12-28', '2026-12-29', 4],
    ['Carnival Monday', '2026-02-16', '2026-02-18', '2026-02-19', 3],
    ['the last weekday of the year', '2026-12-31', '2027-01-04', '2027-01-05', 5],
  ])(
    'a due date %s moves to the next banking day; after it, interest counts from the original date',
    (_name, dueDate, lastFreeDay, firstLateDay, days) => {
      expect(calculateAmountDue(makeOwedBoleto(termsAtBank, dueDate), lastFreeDay).total).toBe(128_90)
      expect(calculateAmountDue(makeOwedBoleto(termsAtBank, dueDate), firstLateDay)).toMatchObject({
        days,
        interest: 4 * days,
        fine: 2_57,
      })
    },
  )

  test('a discount applies until its last day, and never with a fine', () => {
    const boleto = makeOwedBoleto({ ...termsAtBank, discountValue: 5_00, discountUntil: '2026-11-27' })
    expect(calculateAmountDue(boleto, '2026-11-27')).toMatchObject({
      discount: 5_00,
      total: 123_90,
      highest: 123_90,
    })
    expect(calculateAmountDue(boleto, '2026-11-28')).toMatchObject({ discount: 0, total: 128_90 })
    expect(calculateAmountDue(boleto, '2026-12-02')).toMatchObject({ discount: 0, total: 131_51 })
  })

  test('a payment settles from the amount rounded down to the amount rounded up', () => {
    const amountDue = calculateAmountDue(makeOwedBoleto(gatewayAccountTerms), '2026-12-31')
    const settlingAmounts = [132_74, 132_75, 132_76, 132_77, 132_78].filter((paidAmount) =>
      isWithinAmountDue(amountDue, paidAmount),
    )
    expect(settlingAmounts).toEqual([132_75, 132_76, 132_77])
  })

  test('computes the largest boleto exactly', () => {
    const amountDue = calculateAmountDue(
      makeOwedBoleto(gatewayAccountTerms, '2026-12-01', 99_999_999_99),
      '2026-12-31',
    )
    expect(amountDue).toMatchObject({ fine: 1_999_999_99, interest: 999_999_99 })
  })
})

describe('the terms of a boleto', () => {
  test.each([
    [
      'interest in whole centavos a day at a bank',
      lateRules,
      boletoDates,
      bankIssuer,
      { finePercent: 200, interestPercent: 100, interestPerDay: 4 },
    ],
    [
      'interest by the rate at a gateway',
      lateRules,
      boletoDates,
      gatewayIssuer,
      { finePercent: 200, interestPercent: 100 },
    ],
    [
      'no interest when a day is less than a centavo',
      lateRules,
      { ...boletoDates, value: 29_99 },
      bankIssuer,
      { finePercent: 200 },
    ],
    [
      'a discount by its share, rounded down',
      { ...defaultChargeRules, discountPercent: 333 },
      boletoDates,
      bankIssuer,
      { discountValue: 4_29, discountUntil: '2026-12-01' },
    ],
    [
      'a discount by its amount, until days before',
      { ...defaultChargeRules, discountValue: 5_00, discountDays: 3 },
      boletoDates,
      bankIssuer,
      { discountValue: 5_00, discountUntil: '2026-11-27' },
    ],
    [
      'no discount before the boleto exists',
      { ...defaultChargeRules, discountValue: 5_00, discountDays: 20 },
      boletoDates,
      bankIssuer,
      {},
    ],
    [
      'no percentage discount that leaves less than the issuer’s minimum',
      { ...defaultChargeRules, discountPercent: 5000 },
      { ...boletoDates, value: 8_00 },
      { ...gatewayIssuer, minimum: 5_00 },
      {},
    ],
    [
      'no fixed discount that leaves less than the issuer’s minimum',
      { ...defaultChargeRules, discountValue: 50_00 },
      { ...boletoDates, value: 51_00 },
      { ...gatewayIssuer, minimum: 5_00 },
      {},
    ],
    [
      'a discount that leaves exactly the minimum',
      { ...defaultChargeRules, discountPercent: 5000 },
      { ...boletoDates, value: 10_00 },
      { ...gatewayIssuer, minimum: 5_00 },
      { discountValue: 5_00, discountUntil: boletoDates.dueDate },
    ],
    [
      'no discount of the whole value',
      { ...defaultChargeRules, discountValue: 128_90 },
      boletoDates,
      bankIssuer,
      {},
    ],
    [
      'days and protest if the bank supports them',
      { ...defaultChargeRules, acceptanceDays: 10, protestDays: 8 },
      boletoDates,
      bankIssuer,
      { acceptanceDays: 10, protestDays: 8 },
    ],
    [
      'no protest at a gateway',
      { ...defaultChargeRules, acceptanceDays: 10, protestDays: 8 },
      boletoDates,
      gatewayIssuer,
      { acceptanceDays: 10 },
    ],
    [
      'no terms at an issuer without support',
      { ...lateRules, discountValue: 1, acceptanceDays: 9 },
      boletoDates,
      { supportedTerms: [], monthlyRateUse: 'never' as const },
      {},
    ],
  ])('contain %s', (_name, rules, data, issuer, terms) => {
    expect(calculateBoletoTerms(rules, data, issuer)).toEqual({ ...noTerms, ...terms })
  })

  test.each([
    ['below-a-centavo', 29_99, 100, { interestPercent: 100, interestPerDay: null }],
    ['below-a-centavo', 30_00, 100, { interestPercent: 100, interestPerDay: 1 }],
    ['below-a-centavo', 29_99, 0, { interestPercent: 0, interestPerDay: null }],
    ['never', 29_99, 100, { interestPercent: 0, interestPerDay: null }],
    ['always', 30_00, 100, { interestPercent: 100, interestPerDay: null }],
  ] as const)(
    'an issuer that uses the rate %s charges %d centavos at %d hundredths of a percent as %j',
    (monthlyRateUse, value, interestPercent, terms) => {
      const rules = { ...defaultChargeRules, interestPercent }
      expect(
        calculateBoletoTerms(rules, { ...boletoDates, value }, { supportedTerms: termKinds, monthlyRateUse }),
      ).toMatchObject(terms)
    },
  )

  test('interest by rate is charged once it reaches a whole centavo', () => {
    const boleto = makeOwedBoleto({ interestPercent: 100 }, '2026-12-01', 20_00)
    expect(calculateAmountDue(boleto, '2026-12-02')).toMatchObject({
      interest: 0,
      total: 20_00,
      highest: 20_01,
    })
    expect(calculateAmountDue(boleto, '2026-12-03')).toMatchObject({
      interest: 1,
      total: 20_01,
      highest: 20_02,
    })
    expect(calculateAmountDue(boleto, '2026-12-31')).toMatchObject({
      interest: 20,
      total: 20_20,
      highest: 20_20,
    })
  })

  test.each([
    [null, '2026-12-01', null],
    [1, '2026-12-01', '2026-12-02'],
    [4, '2026-12-01', '2026-12-07'],
    [29, '2026-12-01', '2026-12-30'],
  ])(
    'a boleto accepted %s days after %s is payable until %s, a banking day',
    (acceptanceDays, dueDate, expected) => {
      const terms = calculateBoletoTerms(
        { ...defaultChargeRules, acceptanceDays },
        { ...boletoDates, dueDate },
        gatewayIssuer,
      )
      expect(getLastAcceptanceDay(terms, dueDate, gatewayIssuer)).toBe(expected)
    },
  )
})
