import {
  formatCpf as formatLibraryCpf,
  isValidCpf as isLibraryValidCpf,
} from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { formatCpf, isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { makeSeededRandom } from '#tests/support/seeded.ts'

describe('CPF', () => {
  test.each(['52998224725', '93541134780', '00000000191', '94271564656', '98765432100', '35146186820'])(
    '%s is valid',
    (cpf) => {
      expect(isValidCpf(cpf)).toBe(true)
    },
  )

  test.each([
    ['52998224752', 'check digits swapped'],
    ['52998224735', 'wrong first check digit'],
    ['529982247255', 'twelve digits'],
    ['5299822472', 'ten digits'],
    ['5299822472A', 'a letter'],
    ['5299822472５', 'a digit of another script'],
    ['529.982.247-25', 'a mask: normalise first'],
    ['', 'nothing'],
    ...Array.from('0123456789', (digit) => [digit.repeat(11), 'one digit repeated']),
  ])('%s is invalid: %s', (cpf) => {
    expect(isValidCpf(cpf)).toBe(false)
  })

  test.each(['529.982.247-25', '529982247-25', ' 52998224725\n', '529 982 247 25', '529.982.24725'])(
    'parses %j to its digits',
    (typedText) => {
      expect(normaliseCpf(typedText)).toBe('52998224725')
    },
  )

  test.each([
    '5299.82.247-25',
    '529.982.247-2',
    '529/982/247-25',
    '529.982.247--25',
    'x52998224725',
    '',
    '-',
  ])('rejects %j', (typedText) => {
    expect(normaliseCpf(typedText)).toBeNull()
    expect(() => formatCpf(typedText)).toThrow(RangeError)
  })

  test('preserves leading zeros', () => {
    expect(formatCpf('00000000191')).toBe('000.000.001-91')
  })

  test('validates and formats CPFs like another implementation', () => {
    const random = makeSeededRandom(1)
    for (let round = 0; round < 2000; round += 1) {
      const baseDigits = random.text(9)
      const validCpfs = Array.from(
        { length: 100 },
        (_, digits) => baseDigits + String(digits).padStart(2, '0'),
      ).filter(isValidCpf)
      // One of the hundred pairs of check digits is valid, except after nine equal digits.
      expect(validCpfs).toHaveLength(/^(\d)\1+$/.test(baseDigits) ? 0 : 1)
      for (const cpf of [...validCpfs, random.text(11)]) {
        expect([cpf, isValidCpf(cpf), formatCpf(cpf)]).toEqual([
          cpf,
          isLibraryValidCpf(cpf),
          formatLibraryCpf(cpf),
        ])
      }
    }
  })
})
