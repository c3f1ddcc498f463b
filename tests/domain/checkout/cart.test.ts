import { expect, test } from 'vitest'
import {
  getUnavailableReason,
  limitQuantity,
  makeItemKey,
  mergeQuantities,
  parseItemKey,
} from '#app/domain/checkout/cart.ts'

test.each([
  [1, 1],
  [99, 99],
  [100, 99],
  [0, 1],
  [-4, 1],
  [2.9, 2],
])('a requested quantity of %d printed copies becomes %d', (requestedQuantity, allowedQuantity) => {
  expect(limitQuantity(requestedQuantity, false)).toBe(allowedQuantity)
})

test('limits a download to one copy, and printed copies of merged carts to 99', () => {
  expect(limitQuantity(7, true)).toBe(1)
  expect(mergeQuantities(1, 1, true)).toBe(1)
  expect(mergeQuantities(60, 60, false)).toBe(99)
})

test('only an inactive publication in the cart blocks an order', () => {
  expect([getUnavailableReason({ active: true }), getUnavailableReason({ active: false })]).toEqual([
    null,
    'inactive',
  ])
})

test('a renewal in the cart has its own reasons to block an order, and its own key', () => {
  expect(getUnavailableReason({ active: true, renewal: { blocker: 'overdue' } })).toBe('overdue')
  expect(getUnavailableReason({ active: true, renewal: { blocker: null } })).toBeNull()
  expect([makeItemKey(62, null), makeItemKey(62, 7)]).toEqual(['62', 'r7'])
})

test.each([
  ['62', { publicationId: 62 }],
  ['r7', { renewsId: 7 }],
  ['', {}],
  ['r', {}],
  ['7r', {}],
  ['-1', {}],
  ['1.5', {}],
  ['x7', {}],
])('parses the key of a cart item %j into %j', (key, ids) => {
  expect(parseItemKey(key)).toEqual(ids)
})
