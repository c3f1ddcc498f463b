import { expect, test } from 'vitest'
import {
  formatRecoveryCode,
  isProofFresh,
  isSecondFactorDue,
  makeRecoveryCode,
  parseCode,
} from '#app/domain/accounts/second-factor.ts'

test.each([
  ['123456', { kind: 'timed', text: '123456' }],
  [' 123 456 ', { kind: 'timed', text: '123456' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['١٢٣٤٥٦', undefined],
  ['abcde-fgh12', { kind: 'recovery', text: 'ABCDEFGH12' }],
  ['ABCDE FGHJK', { kind: 'recovery', text: 'ABCDEFGHJK' }],
  ['oil00-00000', { kind: 'recovery', text: '0110000000' }],
  ['ABCDE-FGHU1', undefined],
  ['0123456789', { kind: 'recovery', text: '0123456789' }],
  ['', undefined],
])('parses %j as the login code %j', (typedText, code) => {
  expect(parseCode(typedText)).toEqual(code)
})

test('derives a recovery code from its bytes and parses it as shown', () => {
  const code = makeRecoveryCode(Uint8Array.from([0, 31, 32, 63, 255, 9, 10, 17, 18, 30, 99]))
  // Each of the first ten bytes becomes a character; further bytes are ignored.
  expect(code).toHaveLength(10)
  expect(code).toBe('0Z0ZZ9AHJY')
  expect(formatRecoveryCode(code)).toBe('0Z0ZZ-9AHJY')
  expect(parseCode(formatRecoveryCode(code).toLowerCase())).toEqual({ kind: 'recovery', text: code })
})

test.each([
  [null, false],
  ['2026-11-22T12:00:00Z', true],
  ['2026-11-22T11:50:01Z', true],
  ['2026-11-22T11:50:00Z', false],
])('a verification of %s is recent at noon: %s', (provedAt, isFresh) => {
  expect(isProofFresh(provedAt === null ? null : new Date(provedAt), new Date('2026-11-22T12:00:00Z'))).toBe(
    isFresh,
  )
})

test.each([
  [null, false],
  ['2026-11-23', false],
  ['2026-11-22', true],
  ['2026-11-21', true],
])('on 22 November a second factor required from %s is overdue: %s', (from, isDue) => {
  expect(isSecondFactorDue(from, '2026-11-22')).toBe(isDue)
})
