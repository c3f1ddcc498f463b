import { describe, expect, test } from 'vitest'
import {
  applyPercentage,
  arePricesEqual,
  calculatePriceStep,
  parsePercentage,
  samplePrice,
} from '#app/domain/catalogue/price-change.ts'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'

test.each([
  ['100', 100_00],
  [' 110 ', 110_00],
  ['110%', 110_00],
  ['112,5 %', 112_50],
  ['97,25', 97_25],
  ['1', 1_00],
  ['1000', 1000_00],
  ['1.000', 1000_00],
  ['1000,00', 1000_00],
  ['0110', 110_00],
])('accepts the percentage %j', (typedText, percentage) => {
  expect(parsePercentage(typedText)).toBe(percentage)
})

test.each([
  '',
  '%',
  '0',
  '0,99',
  '1000,01',
  '1001',
  '10000',
  '-10',
  '112.5',
  '1,234',
  ',5',
  '1e2',
  '110%%',
  'dez',
])('rejects the percentage %j', (typedText) => {
  expect(parsePercentage(typedText)).toBeNull()
})

describe('a changed price', () => {
  test.each([
    // The example in the rule.
    [samplePrice, 110_00, 88_00],
    [samplePrice, 100_00, 80_00],
    [0, 110_00, 0],
    [0, 1000_00, 0],
    // Half a centavo is rounded up, less than half is rounded down.
    [1, 50_00, 1],
    [1, 49_99, 0],
    [1_01, 150_00, 1_52],
    [10_01, 112_50, 11_26],
    [33_33, 110_00, 36_66],
    [33_35, 110_00, 36_69],
    [80_05, 97_25, 77_85],
    [15_99, 100_01, 15_99],
    [1, 1_00, 0],
    [highestPrice, 1000_00, 9_999_999_90],
    [highestPrice, 99_99, 99_989_999],
  ])('changes %i centavos by %i hundredths of a percent to %i', (price, percentage, expected) => {
    expect(applyPercentage(price, percentage)).toBe(expected)
  })

  test('rounds the exact quotient half up', () => {
    for (let price = 1; price < highestPrice; price = price * 3 + 7)
      for (const percentage of [1_00, 33_33, 66_67, 99_99, 100_01, 112_50, 999_99]) {
        const exactCents = (BigInt(price) * BigInt(percentage) * 2n + 10_000n) / 20_000n
        expect(applyPercentage(price, percentage)).toBe(Number(exactCents))
      }
  })
})

describe('the price change of a publication', () => {
  test('changes both prices', () => {
    expect(calculatePriceStep({ price: 80_00, renewal: 60_07 }, 110_00)).toEqual({
      before: { price: 80_00, renewal: 60_07 },
      after: { price: 88_00, renewal: 66_08 },
      isChanged: true,
      fault: null,
    })
  })

  test.each([
    [
      'adds no renewal price to a title without renewal',
      { price: 10_00, renewal: null },
      50_00,
      { price: 5_00, renewal: null },
    ],
    ['leaves a price of zero unchanged', { price: 0, renewal: null }, 50_00, { price: 0, renewal: null }],
  ])('%s', (_, before, percentage, after) => {
    expect(calculatePriceStep(before, percentage)).toMatchObject({ after, fault: null })
  })

  test.each([
    ['a renewal would be free', { price: 80_00, renewal: 1 }, 10_00, 'free'],
    ['a title would be free', { price: 1, renewal: null }, 10_00, 'free'],
    ['a price would be too high', { price: highestPrice, renewal: null }, 100_01, 'too-high'],
    ['a renewal would be too high', { price: 1_00, renewal: 500_000_00 }, 200_00, 'too-high'],
  ] as const)('reports that %s', (_, before, percentage, fault) => {
    expect(calculatePriceStep(before, percentage).fault).toBe(fault)
  })

  test('reports a change that rounding cancels', () => {
    expect(calculatePriceStep({ price: 10, renewal: 20 }, 101_00)).toMatchObject({
      isChanged: false,
      fault: null,
    })
  })
})

test.each([
  [{ price: 1, renewal: null }, { price: 1, renewal: null }, true],
  [{ price: 1, renewal: 2 }, { price: 1, renewal: 2 }, true],
  [{ price: 1, renewal: 2 }, { price: 1, renewal: null }, false],
  [{ price: 1, renewal: 2 }, { price: 2, renewal: 2 }, false],
])('%j and %j are equal: %s', (first, second, isEqual) => {
  expect(arePricesEqual(first, second)).toBe(isEqual)
})
