import { expect, test } from 'vitest'
import { isQuoteOver, listQuoteChanges } from '#app/domain/checkout/price-quote.ts'

test.each([
  ['2026-12-08', '2026-12-07', false],
  ['2026-12-08', '2026-12-08', false],
  ['2026-12-08', '2026-12-09', true],
])('a quote valid until %s has expired on %s: %s', (validUntil, today, isOver) => {
  expect(isQuoteOver(validUntil, today)).toBe(isOver)
})

const line = { publicationId: 7, name: 'Manual', version: 'Rev. 1', price: 80_00 }
const unchangedItem = { publicationId: 7, version: 'Rev. 1', price: 80_00, active: true }

test.each([
  ['none', unchangedItem, []],
  [
    'the price',
    { ...unchangedItem, price: 90_00 },
    [{ kind: 'price', name: 'Manual', from: 80_00, to: 90_00 }],
  ],
  [
    'the revision',
    { ...unchangedItem, version: 'Rev. 2' },
    [{ kind: 'version', name: 'Manual', to: 'Rev. 2' }],
  ],
  [
    'a publication off sale',
    { ...unchangedItem, price: 90_00, active: false },
    [{ kind: 'off-sale', name: 'Manual' }],
  ],
  ['a removed publication', { ...unchangedItem, publicationId: 8 }, [{ kind: 'off-sale', name: 'Manual' }]],
])('lists the changes since a price quote: %s', (_, currentItem, changes) => {
  expect(listQuoteChanges([line], [currentItem])).toEqual(changes)
})
