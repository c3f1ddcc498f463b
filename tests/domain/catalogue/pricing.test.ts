import { expect, test } from 'vitest'
import { calculateTotals } from '#app/domain/catalogue/pricing.ts'

test('the total of several copies is exact to the centavo', () => {
  const items = [
    { price: 19_99, quantity: 3 },
    { price: 10, quantity: 1 },
  ]
  expect(calculateTotals(items, 22_50)).toEqual({ publications: 60_07, shipping: 22_50, total: 82_57 })
  expect(calculateTotals([], 0)).toEqual({ publications: 0, shipping: 0, total: 0 })
})
