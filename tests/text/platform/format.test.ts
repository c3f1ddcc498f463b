import { expect, test } from 'vitest'
import { parseReais } from '#app/domain/platform/money.ts'
import {
  formatDate,
  formatDateTime,
  formatDocument,
  formatReais,
  formatWeight,
} from '#app/text/platform/format.ts'

test.each([
  [0, 'R$ 0,00'],
  [-0, 'R$ 0,00'],
  [5, 'R$ 0,05'],
  [99, 'R$ 0,99'],
  [100, 'R$ 1,00'],
  [1999, 'R$ 19,99'],
  [100000, 'R$ 1.000,00'],
  [123456, 'R$ 1.234,56'],
  [9999999999, 'R$ 99.999.999,99'],
  [-510, '-R$ 5,10'],
  [-123456, '-R$ 1.234,56'],
])('formats %d centavos as %s', (centavos, text) => {
  expect(formatReais(centavos)).toBe(text)
})

test('amounts contain an ordinary space', () => {
  expect(formatReais(510).charCodeAt(2)).toBe(0x20)
})

test('parses amounts that it formatted', () => {
  for (const centavos of [0, 7, 510, 99999, 100000, 123456789])
    expect(parseReais(formatReais(centavos))).toBe(centavos)
})

test('formats amounts like Intl, except its space', () => {
  const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  for (let centavos = -250000; centavos < 250000; centavos += 997) {
    expect(formatReais(centavos)).toBe(intl.format(centavos / 100).replace('\u00a0', ' '))
  }
})

test.each([19.99, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d centavos', (amount) => {
  expect(() => formatReais(amount)).toThrow(RangeError)
})

test('formats a civil date', () => {
  expect(formatDate('2026-11-21')).toBe('21/11/2026')
})

test.each(['', '21/11/2026', '2026-11-21T00:00:00Z'])('rejects the date %j', (date) => {
  expect(() => formatDate(date)).toThrow(RangeError)
})

test.each([
  ['2026-11-21T15:04:59Z', '21/11/2026 às 12:04'],
  ['2026-11-21T03:00:00Z', '21/11/2026 às 00:00'],
  ['2026-11-21T02:59:00Z', '20/11/2026 às 23:59'],
  ['2027-01-01T02:05:00Z', '31/12/2026 às 23:05'],
])('%s is %s in São Paulo', (instant, text) => {
  expect(formatDateTime(new Date(instant))).toBe(text)
})

test.each([
  ['52998224725', '529.982.247-25'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['', ''],
  ['529.982.247-25', '529.982.247-25'],
  ['123', '123'],
])('formats the document %j as %s', (document, text) => {
  expect(formatDocument(document)).toBe(text)
})

test.each([
  [1250, '1,25 kg'],
  [2000, '2 kg'],
  [500, '0,5 kg'],
  [1, '0,001 kg'],
  [0, '0 kg'],
  [1234500, '1.234,5 kg'],
])('formats %d g as %s', (grams, text) => {
  expect(formatWeight(grams)).toBe(text)
})

test.each([-1, 1.5, Number.NaN])('rejects a weight of %d grams', (grams) => {
  expect(() => formatWeight(grams)).toThrow(RangeError)
})
