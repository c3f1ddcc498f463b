import { expect, test } from 'vitest'
import { getDueClosingMonth, parseMonthPeriod } from '#app/domain/reports/closing-month.ts'

test.each([
  // 1 November 2026 is a Sunday, and the next day is a holiday.
  ['2026-11-01', null],
  ['2026-11-02', null],
  ['2026-11-03', '2026-10'],
  // 1 January 2027 is a Friday and a holiday.
  ['2027-01-03', null],
  ['2027-01-04', '2026-12'],
  // The first of the month is a working day.
  ['2026-10-01', '2026-09'],
  // A closing that was missed on that day is due until the 15th.
  ['2026-10-15', '2026-09'],
  ['2026-10-16', null],
])('on %s the closing of %s is due', (today, month) => {
  expect(getDueClosingMonth(today)).toBe(month)
})

test('a month has its leap day', () => {
  expect(parseMonthPeriod('2028-02')).toEqual({ start: '2028-02-01', end: '2028-02-29' })
})
