import { expect, test } from 'vitest'
import { parsePercentage, samplePrice } from '#app/domain/catalogue/price-change.ts'
import {
  formatPercentage,
  formatPriceSample,
  formatPrices,
  toPercentageText,
} from '#app/text/catalogue/price-change-labels.ts'

test.each([
  [100_00, '100'],
  [112_50, '112,5'],
  [97_25, '97,25'],
  [1_00, '1'],
  [1000_00, '1000'],
  [100_05, '100,05'],
])('formats %i hundredths as %j and parses it back', (percentage, text) => {
  expect(toPercentageText(percentage)).toBe(text)
  expect(parsePercentage(text)).toBe(percentage)
  expect(formatPercentage(percentage)).toBe(`${text}%`)
})

test('the sample price is R$ 80,00', () => {
  expect(samplePrice).toBe(80_00)
  expect(formatPriceSample(110_00)).toBe('R$ 80,00 → R$ 88,00')
  expect(formatPriceSample(100_00)).toBe('R$ 80,00 → R$ 80,00')
})

test('formats the prices of a title in one phrase', () => {
  expect(formatPrices({ price: 88_00, renewal: null })).toBe('R$ 88,00')
  expect(formatPrices({ price: 88_00, renewal: 66_00 })).toBe('R$ 88,00 (renovação R$ 66,00)')
})
