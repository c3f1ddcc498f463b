import { expect, test } from 'vitest'
import { parseReais, sumCentavos } from '#app/domain/platform/money.ts'

test.each([
  ['1.234,56', 123456],
  ['1234,56', 123456],
  ['1234,5', 123450],
  ['1234', 123400],
  ['1.234', 123400],
  ['1.234.567,89', 123456789],
  ['R$ 1.234,56', 123456],
  ['R$\u00a01.234,56', 123456],
  ['r$5,10', 510],
  [' 0,05 ', 5],
  ['0', 0],
  ['19,99', 1999],
  ['99.999.999,99', 9999999999],
])('parses %j as %i centavos', (typedText, centavos) => {
  expect(parseReais(typedText)).toBe(centavos)
})

test.each([
  '',
  'R$',
  ',50',
  '5,',
  '12.90',
  '1.23',
  '1.2345',
  '1234.567,89',
  '12,345',
  '1,234.56',
  '1 234,56',
  '-5,10',
  '1e3',
  'dez',
  '１２',
  '9'.repeat(17),
])('rejects %j as an amount', (typedText) => {
  expect(parseReais(typedText)).toBeNull()
})

test('adds centavos, including negative amounts', () => {
  expect(sumCentavos([])).toBe(0)
  expect(sumCentavos([1999, 1, -500])).toBe(1500)
})

test.each([19.99, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d centavos', (amount) => {
  expect(() => sumCentavos([100, amount])).toThrow(RangeError)
})
