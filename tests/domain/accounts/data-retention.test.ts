import { expect, test } from 'vitest'
import {
  getOrderRetentionStart,
  isRemovedEmail,
  makeRemovedEmail,
} from '#app/domain/accounts/data-retention.ts'

test.each([
  ['2026-11-21', '2021-01-01'],
  ['2031-12-31', '2026-01-01'],
  ['2032-01-01', '2027-01-01'],
])('on %s orders from %s onwards are retained', (today, from) => {
  expect(getOrderRetentionStart(today)).toBe(from)
})

test('recognises only the e-mail address of a removed account', () => {
  expect(isRemovedEmail(makeRemovedEmail(7))).toBe(true)
  expect(isRemovedEmail('removido-7@exemplo.test')).toBe(false)
})
