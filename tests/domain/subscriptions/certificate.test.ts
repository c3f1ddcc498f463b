import { expect, test } from 'vitest'
import {
  formatCertificateNumber,
  getItemState,
  makeCertificateNumber,
  readCertificateNumber,
} from '#app/domain/subscriptions/certificate.ts'

test('a certificate number has sixteen unambiguous characters, and requires sixteen bytes', () => {
  const bytesFromLowestToHighest = Uint8Array.from({ length: 16 }, (_, index) => index * 17)
  const number = makeCertificateNumber(bytesFromLowestToHighest)
  expect(number).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)
  expect(() => makeCertificateNumber(new Uint8Array(15))).toThrow(RangeError)
})

test.each([
  ['ABCD-EFGH-JKLM-NPQR', 'ABCDEFGHJKLMNPQR'],
  [' abcd efgh jklm npqr ', 'ABCDEFGHJKLMNPQR'],
  ['ABCDEFGHJKLMNPQ', undefined],
  ['ABCDEFGHJKLMNPQ0', undefined],
  ['', undefined],
])('parses the certificate number %j as %j', (text, number) => {
  expect(readCertificateNumber(text)).toBe(number)
  if (number) expect(readCertificateNumber(formatCertificateNumber(number))).toBe(number)
})

const today = '2026-11-21'

test.each([
  ['2026-11-21', 1, false, 'in-force'],
  ['2026-11-20', 1, false, 'expired'],
  ['2027-11-20', 4, false, 'expired'],
  ['2027-11-20', 1, true, 'suspended'],
])('a certified unit due %s, status %i, suspended %s, is %s', (due, status, isSuspended, state) => {
  expect(getItemState({ due, status, isSuspended, isWithdrawn: false }, today)).toBe(state)
})

test.each([
  ['2027-11-20', false, 'withdrawn'],
  ['2026-11-20', false, 'withdrawn'],
  ['2027-11-20', true, 'suspended'],
])('a withdrawn unit, due %s, suspended %s, is %s', (due, isSuspended, state) => {
  expect(getItemState({ due, status: 1, isSuspended, isWithdrawn: true }, today)).toBe(state)
})
