import { expect, test } from 'vitest'
import {
  calculateDeliveryDays,
  calculateShipmentWeightKg,
  chooseShippingOptions,
  needsShipping,
} from '#app/domain/checkout/shipping.ts'

const makePrintedLine = (weight: number, quantity = 1) => ({ weight, quantity, isDownload: false })
const makeDownloadLine = (weight: number, quantity = 1) => ({ weight, quantity, isDownload: true })

test.each([
  ['no weight', [], 1],
  ['200 g', [makePrintedLine(200)], 1],
  ['exactly 1 kg', [makePrintedLine(1000)], 1],
  ['1 g over 1 kg', [makePrintedLine(1001)], 2],
  ['three of 700 g', [makePrintedLine(700, 3)], 3],
  ['several titles', [makePrintedLine(450, 2), makePrintedLine(1200)], 3],
  ['a heavy download beside a light print', [makeDownloadLine(9000, 2), makePrintedLine(300)], 1],
])('rounds %s up to whole kilograms', (_name, items, kilograms) => {
  expect(calculateShipmentWeightKg(items)).toBe(kilograms)
})

test('only printed items require freight', () => {
  expect(needsShipping([])).toBe(false)
  expect(needsShipping([makeDownloadLine(1)])).toBe(false)
  expect(needsShipping([makeDownloadLine(1), makePrintedLine(1)])).toBe(true)
})

test('the delivery time is the carrier’s days, if known, plus the shop’s', () => {
  expect(calculateDeliveryDays({ days: 2 }, 5)).toBe(7)
  expect(calculateDeliveryDays({ days: null }, 5)).toBeNull()
})

test('offers the smallest fitting freight tier of each service, cheapest first', () => {
  const rates = [
    { service: 'SEDEX', max_weight_kg: 5, value: 6370, days: 2 },
    { service: 'SEDEX', max_weight_kg: 1, value: 4100, days: 2 },
    { service: 'PAC', max_weight_kg: 30, value: 9900, days: 8 },
    { service: 'PAC', max_weight_kg: 5, value: 3590, days: 6 },
    { service: 'PAC', max_weight_kg: 1, value: 2250, days: 6 },
  ]
  const listNames = (kilograms: number) =>
    chooseShippingOptions(rates, kilograms).map((option) => `${option.service} ${option.value}`)
  expect(listNames(1)).toEqual(['PAC 2250', 'SEDEX 4100'])
  expect(listNames(2)).toEqual(['PAC 3590', 'SEDEX 6370'])
  expect(listNames(6)).toEqual(['PAC 9900'])
  expect(listNames(31)).toEqual([])
})
