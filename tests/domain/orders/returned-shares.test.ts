import { expect, test } from 'vitest'
import { shareReturned } from '#app/domain/orders/returned-shares.ts'

const line = (value: number, isGivenBack = false) => ({ value, isGivenBack })

test.each([
  ['nothing without a refund', 0, [line(100), line(50)], [0, 0]],
  ['a partial refund of a copy', 60, [line(100), line(80, true)], [0, 60]],
  [
    'a full refund of a copy and a partial refund of the others',
    110,
    [line(60), line(80, true), line(30)],
    [20, 80, 10],
  ],
  ['a partial refund of every copy, in proportion', 30, [line(100), line(50)], [20, 10]],
  ['an odd centavo', 1, [line(33), line(33), line(33)], [0, 0, 1]],
  ['freight on top of all copies', 200, [line(100), line(50)], [100, 50]],
  [
    'amounts with a product beyond exact integers',
    3_547_521_430,
    [line(6_894_686_010), line(1)],
    [3_547_521_429, 1],
  ],
  ['copies without a price', 10, [line(0), line(0, true)], [0, 0]],
])('shares %s', (_, returned, lines, shares) => {
  expect(shareReturned(returned, lines)).toEqual(shares)
})
