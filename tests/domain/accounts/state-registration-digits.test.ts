import { isValidIe } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { getIeDoubt, getMaxIeLength, normaliseIe } from '#app/domain/accounts/state-registration.ts'

/** State, the beginning of a valid number, and its number of digits. */
const stateSamples = [
  ['AC', '01', 13],
  ['AL', '240', 9],
  ['AM', '', 9],
  ['AP', '0300', 9],
  ['AP', '03017', 9],
  ['AP', '03018', 9],
  ['AP', '0319', 9],
  ['BA', '', 8],
  ['BA', '', 9],
  ['CE', '', 9],
  ['DF', '07', 13],
  ['ES', '', 9],
  ['GO', '1010', 9],
  ['GO', '1011', 9],
  ['GO', '1109440', 9],
  ['GO', '15', 9],
  ['MA', '12', 9],
  ['MG', '', 13],
  ['MS', '28', 9],
  ['MT', '', 11],
  ['PA', '15', 9],
  ['PB', '', 9],
  ['PE', '', 9],
  ['PI', '', 9],
  ['PR', '', 10],
  ['RJ', '', 8],
  ['RN', '20', 9],
  ['RN', '20', 10],
  ['RO', '', 14],
  ['RR', '24', 9],
  ['RS', '', 10],
  ['SC', '', 9],
  ['SE', '', 9],
  ['SP', '', 12],
  ['TO', '', 9],
  ['TO', '2901', 11],
] as const

/** Returns numbers of a length that look random but are the same in each run. */
function listNumbers(prefix: string, length: number, count: number): string[] {
  let state = 12_345 + length
  const getNextDigit = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return String(Math.floor(state / 65_536) % 10)
  }
  const makeNumber = () => Array.from({ length: length - prefix.length }, getNextDigit).join('')
  return Array.from({ length: count }, () => `${prefix}${makeNumber()}`)
}

describe.each(stateSamples)('IE of %s beginning with "%s", %i digits', (state, prefix, length) => {
  test('matches a published library for right and wrong digits', () => {
    let validCount = 0
    for (const randomNumber of listNumbers(prefix, length, 30))
      for (let checkDigits = 0; checkDigits < 100; checkDigits += 1) {
        const ie = `${randomNumber.slice(0, -2)}${String(checkDigits).padStart(2, '0')}`
        const isRight = getIeDoubt(ie, state) === null
        if (isRight) validCount += 1
        expect(isRight, ie).toBe(isValidIe(state, ie))
      }
    expect(validCount).toBeGreaterThan(0)
  })
})

test('questions a wrong length and check digit, but accepts ISENTO, an empty value and an unknown state', () => {
  expect(getIeDoubt('123', 'SP')).toBe('length')
  expect(getIeDoubt('ISENTO', 'SP')).toBeNull()
  expect(getIeDoubt('', 'SP')).toBeNull()
  expect(getIeDoubt('110042490114', 'SP')).toBeNull()
  expect(getIeDoubt('110042490115', 'SP')).toBe('check-digit')
  expect(getIeDoubt('P011004243002', 'SP')).toBeNull()
  expect(getIeDoubt('P0110042430', 'PR')).toBe('length')
  expect(getIeDoubt('1', 'XX')).toBeNull()
  expect(getIeDoubt('29010227836', 'TO')).toBeNull()
  expect(getIeDoubt('29040227836', 'TO')).toBe('check-digit')
})

test('raises the limit of 12 to 13 in AC, DF and MG, to 14 in RO, and to P with 12 digits in SP', () => {
  expect(['SP', 'AC', 'DF', 'MG', 'RO', undefined].map((state) => getMaxIeLength(state, 12))).toEqual([
    12, 13, 13, 13, 14, 12,
  ])
  expect(getMaxIeLength('MG', 14)).toBe(14)
  expect(getMaxIeLength('SP', 12, { isPerson: true })).toBe(13)
  expect(normaliseIe('P-01100424.3/002', 13)).toEqual({ ok: true, value: 'P011004243002' })
})
