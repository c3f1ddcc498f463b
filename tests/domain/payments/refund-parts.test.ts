import { expect, test } from 'vitest'
import { findPartsOfSum } from '#app/domain/payments/refund-parts.ts'

test.each([
  { values: [30_00, 20_00], sum: 50_00, parts: [0, 1] },
  { values: [10_00, 20_00, 30_00, 30_00], sum: 60_00, parts: [2, 3] },
  { values: [50_00, 20_00], sum: 50_00, parts: undefined },
  { values: [30_00, 20_00], sum: 51_00, parts: undefined },
  { values: [], sum: 0, parts: undefined },
  { values: [...Array(11).fill(10_00), 7_00], sum: 17_00, parts: [0, 11] },
  // More than twelve values are not searched.
  { values: [...Array(12).fill(10_00), 7_00], sum: 17_00, parts: undefined },
])('finds the fewest parts of $sum in $values: $parts', ({ values, sum, parts }) => {
  expect(findPartsOfSum(values, sum)).toEqual(parts)
})
