import { expect, test } from 'vitest'
import { calculateLateThreshold, calculateTermEnd, type Term } from '#app/domain/backoffice/term.ts'

// 15:30 in Brasília, where a day ends at 03:00 UTC.
const since = new Date('2026-11-21T18:30:00Z')

test.each([
  [{ hours: 24 }, '2026-11-22T18:30:00.000Z'],
  [{ days: 5 }, '2026-11-27T03:00:00.000Z'],
  [{ days: 0 }, '2026-11-22T03:00:00.000Z'],
] satisfies [Term, string][])('a deadline of %o ends at %s', (term, end) => {
  expect(calculateTermEnd(term, since).toISOString()).toBe(end)
})

test.each([{ hours: 24 }, { days: 5 }] satisfies Term[])(
  'work is overdue after the end of %o, and not a second earlier',
  (term) => {
    const end = calculateTermEnd(term, since).getTime()
    expect(since < calculateLateThreshold(term, new Date(end - 1000))).toBe(false)
    expect(since < calculateLateThreshold(term, new Date(end + 1000))).toBe(true)
  },
)
