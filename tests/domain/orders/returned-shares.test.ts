import { expect, test } from 'vitest'
import { splitReturnedAmount } from '#app/domain/orders/returned-shares.ts'

const makeLine = (value: number, isGivenBack = false) => ({ value, isGivenBack })

test.each([
  ['nothing without a refund', 0, [makeLine(100), makeLine(50)], [0, 0]],
  ['a partial refund of a copy', 60, [makeLine(100), makeLine(80, true)], [0, 60]],
  [
    'a full refund of a copy and a partial refund of the others',
    110,
    [makeLine(60), makeLine(80, true), makeLine(30)],
    [20, 80, 10],
  ],
  ['a partial refund of every copy, in proportion', 30, [makeLine(100), makeLine(50)], [20, 10]],
  ['an odd centavo', 1, [makeLine(33), makeLine(33), makeLine(33)], [0, 0, 1]],
  ['freight on top of all copies', 200, [makeLine(100), makeLine(50)], [100, 50]],
  [
    'amounts with a product beyond exact integers',
    3_547_521_430,
    [makeLine(6_894_686_010), makeLine(1)],
    [3_547_521_429, 1],
  ],
  ['copies without a price', 10, [makeLine(0), makeLine(0, true)], [0, 0]],
])('distributes a refund over the copies: %s', (_, refundedAmount, lines, shares) => {
  expect(splitReturnedAmount(refundedAmount, lines)).toEqual(shares)
})
