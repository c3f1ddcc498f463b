import {
  formatCnpj as formatCnpjElsewhere,
  isValidCnpj as isValidCnpjElsewhere,
} from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import {
  calculateCnpjCheckDigits,
  formatCnpj,
  isAlphanumericCnpj,
  isValidCnpj,
  normaliseCnpj,
} from '#app/domain/accounts/cnpj.ts'
import { makeSeededRandom } from '#tests/support/seeded.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

describe('CNPJ', () => {
  test.each([
    ['11222333000181', false],
    ['09015844000180', false],
    ['12ABC34501DE35', true],
    ['MPAT5VAL3E3V50', true],
    ['7O5N4UWSK3TC01', true],
    ['ZZZZZZZZ000191', true],
    ['IOQFIOQF000128', true],
  ])('the CNPJ %s is valid; it contains letters: %s', (cnpj, hasLetters) => {
    expect(isValidCnpj(cnpj)).toBe(true)
    expect(isAlphanumericCnpj(cnpj)).toBe(hasLetters)
  })

  test.each([
    ['12345678000190', 'wrong check digits'],
    ['11222333000118', 'check digits swapped'],
    ['1122233300018', 'thirteen characters'],
    ['112223330001811', 'fifteen characters'],
    ['12ABC34501DÉ35', 'an accented letter'],
    ['12ABC3450-DE35', 'punctuation inside the branch'],
    ['12ABC34501DE3S', 'a letter among the check digits'],
    ['12abc34501de35', 'lower case: normalise first'],
    ['12.ABC.345/01DE-35', 'a mask: normalise first'],
    ['', 'nothing'],
    ...Array.from('0123456789', (digit) => [digit.repeat(14), 'one digit repeated']),
  ])('the CNPJ %s is invalid: %s', (cnpj) => {
    expect(isValidCnpj(cnpj)).toBe(false)
  })

  test.each([
    '12.abc.345/01de-35',
    '12.ABC.345/01DE-35',
    '12abc34501de35',
    '12AbC345/01dE-35',
    ' 12.ABC.345/01DE-35\t',
    '12 ABC 345 01DE 35',
    '12.ABC.34501DE35',
  ])('parses the CNPJ %j to fourteen characters', (typedText) => {
    expect(normaliseCnpj(typedText)).toBe('12ABC34501DE35')
  })

  test.each([
    '12ABC3450-DE35',
    '1.2ABC.345/01DE-35',
    '12.ABC.345/01DE/35',
    '12-ABC-345-01DE-35',
    '12..ABC.345/01DE-35',
    '12.ABC.345/01DE-3S',
    '12.ABC.345/01DÉ-35',
    '12.ſBC.345/01DE-35',
    '12.ıBC.345/01DE-35',
    '12.ßC.345/01DE-35',
    '１２ABC34501DE35',
    '11222333000181x',
    '',
  ])('rejects the CNPJ %j', (typedText) => {
    expect(normaliseCnpj(typedText)).toBeNull()
    expect(() => formatCnpj(typedText)).toThrow(RangeError)
  })

  test.each([
    ['12ABC34501DE', '35'],
    ['112223330001', '81'],
    ['000000000000', '00'],
  ])('the check digits of %s are %s', (base12, digits) => {
    expect(calculateCnpjCheckDigits(base12)).toBe(digits)
  })

  test.each(['12abc34501de', '12ABC34501D', '12ABC34501DE3', '12.ABC.345/01', ''])(
    'rejects %j as the base of check digits',
    (base12) => {
      expect(() => calculateCnpjCheckDigits(base12)).toThrow(RangeError)
    },
  )

  test('masks a CNPJ with letters like one with digits', () => {
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35')
  })

  test('computes CNPJ check digits like another implementation', () => {
    const random = makeSeededRandom(2)
    for (let round = 0; round < 3000; round += 1) {
      const base = random.text(12, round % 2 ? '0123456789' : `0123456789${letters}`)
      const valid = base + calculateCnpjCheckDigits(base)
      for (const cnpj of [valid, base + random.text(2)]) {
        expect([cnpj, isValidCnpj(cnpj)]).toEqual([cnpj, isValidCnpjElsewhere(cnpj, { version: 2 })])
      }
      expect(isValidCnpj(valid)).toBe(true)
      expect(formatCnpj(valid)).toBe(formatCnpjElsewhere(valid, { version: 2 }))
    }
  })
})
