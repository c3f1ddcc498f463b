import { expect, test } from 'vitest'
import { normaliseIe } from '#app/domain/accounts/state-registration.ts'

test.each([
  ['110.042.490.114', '110042490114'],
  ['12345678', '12345678'],
  ['062.307.904/0081', '0623079040081', 13],
  ['01.234.567/001-23', '0123456700123', 14],
  ['P-01100424.3/002', 'P011004243002', 14],
  ['p011004243', 'P011004243'],
  ['ISENTO', 'ISENTO'],
  [' isento ', 'ISENTO'],
  ['Isento', 'ISENTO'],
])('stores the state registration %j as %s', (typedText, value, maxLength?: number) => {
  expect(normaliseIe(typedText, maxLength)).toEqual({ ok: true, value })
})

test.each([
  ['062.307.904/0081', 12],
  ['1234567890123', 12],
  ['P011004243002', 12],
  ['123456789012345', 14],
])('rejects the state registration %j with more than %i characters', (typedText, maxLength) => {
  expect(normaliseIe(typedText, maxLength)).toEqual({ ok: false, reason: 'too-long' })
})

test.each([
  '',
  '-',
  'P',
  'isenta',
  'ISENTO 123',
  '12A45678',
  '12345678P',
  'ısento',
  '１２３４５６７８',
  '123_456',
])('rejects the state registration %j', (typedText) => {
  expect(normaliseIe(typedText)).toEqual({ ok: false, reason: 'invalid' })
})
