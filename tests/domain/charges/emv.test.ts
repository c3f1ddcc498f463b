import { expect, test } from 'vitest'
import { crc16, readTags, writeTag } from '#app/domain/charges/emv.ts'

test.each([
  ['123456789', '29B1'],
  ['A', 'B915'],
  ['', 'FFFF'],
])('the CRC of %j is %s', (text, crc) => {
  expect(crc16(text)).toBe(crc)
})

test('computes a CRC of four digits over UTF-8 bytes', () => {
  expect(crc16('ã')).not.toBe(crc16('a'))
  for (let code = 0; code < 400; code += 1) expect(crc16(String.fromCharCode(code))).toMatch(/^[0-9A-F]{4}$/)
})

test('reads EMV objects in order, with lengths in characters', () => {
  expect(readTags('000201590'.concat('4João', '0100'))).toEqual([
    { tag: '00', value: '01' },
    { tag: '59', value: 'João' },
    { tag: '01', value: '' },
  ])
  expect(readTags('')).toEqual([])
})

test.each(['0', '000', '0003ab', '00-1a', '0A02ab', '000201x', '00٠1a'])('rejects %j as EMV data', (text) => {
  expect(readTags(text)).toBeNull()
})

test('writes an EMV object with its length, and rejects an empty or oversized one', () => {
  expect(writeTag('59', 'João')).toBe('5904João')
  expect(writeTag('26', 'x'.repeat(99))).toHaveLength(103)
  expect(() => writeTag('26', 'x'.repeat(100))).toThrow(RangeError)
  expect(() => writeTag('26', '')).toThrow(RangeError)
  expect(() => writeTag('6', 'x')).toThrow(RangeError)
})
