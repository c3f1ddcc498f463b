import { expect, test } from 'vitest'
import { isSameFreightClass } from '#app/domain/checkout/freight-class.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'

const pac = { service: 'PAC', value: 22_50, days: 6, estimated: true }
const sedex = { service: 'SEDEX', value: 45_00, days: 2, estimated: true }

test.each([
  ['the same price and days', 'PAC', [pac, sedex], true],
  ['another price', 'PAC', [{ ...pac, value: 30_00 }, sedex], false],
  ['other days', 'PAC', [{ ...pac, days: 9 }], false],
  ['a price of the table and one of the carrier', 'PAC', [{ ...pac, estimated: false }], false],
  ['only another service', 'PAC', [sedex], false],
  ['no service', 'PAC', [], false],
  ['freight to be agreed', shippingTypes.toBeAgreed, [], true],
  ['an internal order', shippingTypes.internal, [], true],
])('compares freight to another destination: %s', (_, service, newOptions, isSameClass) => {
  expect(isSameFreightClass(service, { before: [pac, sedex], after: newOptions })).toBe(isSameClass)
})
