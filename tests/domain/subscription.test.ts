import { expect, test } from 'vitest'
import { dueDateOf, firstStatus, isOverdue, isRenewable, statusToday } from '#app/domain/subscription.ts'

test.each([
  [true, true, true, 1],
  [true, false, false, 1],
  [false, false, true, 2],
  [false, false, false, 2],
  [false, true, true, 2],
  [false, true, false, 5],
])(
  'download %s, subscription %s, copy at purchase %s begin with status %i',
  (isDownload, isSignature, isSentImmediately, status) => {
    expect(firstStatus({ isDownload, isSignature, isSentImmediately })).toBe(status)
  },
)

test.each([
  ['2026-11-21', '2027-11-21'],
  ['2028-02-29', '2029-02-28'],
  ['2027-02-28', '2028-02-28'],
  ['2026-12-31', '2027-12-31'],
])('a year from %s ends on %s', (start, due) => {
  expect(dueDateOf(start, { isSignature: true })).toBe(due)
  expect(dueDateOf(start, { isSignature: false })).toBeNull()
})

test.each([
  ['2026-10-21', false, false],
  ['2026-10-22', true, false],
  ['2026-11-20', true, false],
  ['2026-11-21', true, false],
  ['2026-11-22', false, true],
])('due on 2026-11-21, on %s: renewable %s, overdue %s', (today, renewable, overdue) => {
  expect([isRenewable('2026-11-21', today), isOverdue('2026-11-21', today)]).toEqual([renewable, overdue])
})

test('a one-off purchase is never renewed and never ends', () => {
  expect([isRenewable(null, '2099-01-01'), isOverdue(null, '2099-01-01')]).toEqual([false, false])
})

test('past the due date everything is expired, whatever was stored', () => {
  expect(statusToday({ status: 5, due: '2026-11-21' }, '2026-11-22')).toBe(4)
  expect(statusToday({ status: 5, due: '2026-11-21' }, '2026-11-21')).toBe(5)
  expect(statusToday({ status: 3, due: null }, '2099-01-01')).toBe(3)
})
