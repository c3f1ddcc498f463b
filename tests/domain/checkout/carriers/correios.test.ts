import { describe, expect, test } from 'vitest'
import { isTrackingCode, normaliseTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import { calculateTrackingCheckDigit } from '#app/domain/checkout/carriers/correios.ts'

describe('a tracking code', () => {
  test.each([
    'AA123456785BR',
    'aa123456785br',
    ' AA 123 456 785 BR ',
    'AA.123.456.785-BR',
    'AA123456785BR\n',
  ])('parses %j as AA123456785BR', (typedText) => {
    expect(normaliseTrackingCode(typedText)).toBe('AA123456785BR')
  })

  test.each([
    '',
    'AA12345678BR',
    'AA1234567855BR',
    'A1123456785BR',
    'AA123456785B',
    'AA123456785BRA',
    'ÁA123456785BR',
    'АА123456785BR',
    'AA12345678５BR',
    'AA123456785BR AA123456785BR',
    'AA_123456785BR',
    '<a>123456785BR',
  ])('rejects the shape of %j', (typedText) => {
    expect(normaliseTrackingCode(typedText)).toBeNull()
    expect(isTrackingCode(typedText)).toBe(false)
  })

  test.each(['AA123456785BR', 'JT194690698BR', 'PN718252423BR', 'LB000000005BR'])('%s is valid', (code) => {
    expect(isTrackingCode(code)).toBe(true)
  })

  test('a foreign code is invalid with any check digit', () => {
    expect(isTrackingCode('RR473124829BR')).toBe(true)
    expect(isTrackingCode('RR473124829PT')).toBe(false)
  })

  test('a single wrong digit makes a code invalid', () => {
    const code = 'PN718252423BR'
    for (let index = 2; index < 11; index += 1)
      for (const digit of '0123456789') {
        const altered = code.slice(0, index) + digit + code.slice(index + 1)
        expect(isTrackingCode(altered), altered).toBe(digit === code[index])
      }
  })

  test.each(['AA123456789BR', 'aa123456785br', 'AA 123456785 BR', 'AA123456785BR\n'])(
    'rejects %j, which is not in its stored form',
    (code) => {
      expect(isTrackingCode(code)).toBe(false)
    },
  )

  test.each([
    ['12345678', '5'],
    ['00000000', '5'],
    ['00000005', '9'],
    ['00000036', '8'],
  ])('the check digit of %s is %s', (serial, digit) => {
    expect(calculateTrackingCheckDigit(serial)).toBe(digit)
  })

  test('the remainders 0 to 10 result in the digits 5, 0, and 9 down to 1', () => {
    const digits = new Map<number, string>()
    for (let value = 0; value < 200; value += 1) {
      const serial = String(value).padStart(8, '0')
      const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce(
        (total, weight, index) => total + weight * Number(serial[index]),
        0,
      )
      digits.set(sum % 11, calculateTrackingCheckDigit(serial))
    }
    expect([...digits].sort(([first], [second]) => first - second).map(([, digit]) => digit)).toEqual([
      ...'50987654321',
    ])
  })

  test.each(['', '1234567', '123456789', '1234567x', '-1234567'])(
    'throws for the serial number %j',
    (serial) => {
      expect(() => calculateTrackingCheckDigit(serial)).toThrow(RangeError)
    },
  )
})
