import { getAreaCodesByState, isValidPhone } from '@brazilian-utils/brazilian-utils'
import { describe, expect, test } from 'vitest'
import { formatPhone, normalisePhone } from '#app/domain/accounts/phone.ts'
import { STATES } from '#app/domain/accounts/states.ts'

describe('phone', () => {
  test.each([
    ['(11) 98765-4321', '11987654321'],
    ['11987654321', '11987654321'],
    ['(14) 3811-1234', '1438111234'],
    ['+55 11 98765-4321', '11987654321'],
    ['+55 (14) 3811-1234', '1438111234'],
    ['5511987654321', '11987654321'],
    ['0055 11 98765-4321', '11987654321'],
    ['011 98765-4321', '11987654321'],
    ['11 9 8765 4321', '11987654321'],
    ['11.98765.4321', '11987654321'],
    ['(55) 99876-5432', '55998765432'],
    ['+55 55 3221-1234', '5532211234'],
    [' (11)\u00a098765-4321 ', '11987654321'],
  ])('parses %j as %s', (typedText, digits) => {
    expect(normalisePhone(typedText)).toBe(digits)
  })

  test.each([
    ['', 'nothing'],
    ['98765-4321', 'no area code'],
    ['(10) 98765-4321', 'no such area code'],
    ['(20) 3333-4444', 'no such area code'],
    ['(11) 88765-4321', 'eleven digits not from 9'],
    ['(11) 9876-5432', 'ten digits from 9'],
    ['(11) 1333-4444', 'ten digits from 1'],
    ['(11) 6333-4444', 'ten digits from 6'],
    ['(11) 98765-43210', 'too many'],
    ['+1 11 98765-4321', 'another country'],
    ['0800 123 4567', 'a service number'],
    ['11 98765-432a', 'a letter'],
    ['11 98765-4321 / 3333-4444', 'two phones'],
  ])('rejects %j: %s', (typedText) => {
    expect(normalisePhone(typedText)).toBeNull()
    expect(() => formatPhone(typedText)).toThrow(RangeError)
  })

  test('formats eight and nine digits', () => {
    expect(formatPhone('11987654321')).toBe('(11) 98765-4321')
    expect(formatPhone('1438111234')).toBe('(14) 3811-1234')
  })

  test('has the same area codes as another implementation', () => {
    const libraryCodes = new Set(STATES.flatMap((state) => getAreaCodesByState(state) ?? []).map(String))
    for (let code = 0; code < 100; code += 1) {
      const areaCode = String(code).padStart(2, '0')
      expect([areaCode, normalisePhone(`${areaCode}987654321`) !== null]).toEqual([
        areaCode,
        libraryCodes.has(areaCode),
      ])
      expect([areaCode, isValidPhone(`${areaCode}987654321`)]).toEqual([areaCode, libraryCodes.has(areaCode)])
    }
    expect(libraryCodes.size).toBe(67)
  })
})
