import { expect, test } from 'vitest'
import { getPatienceMinutes, getQueuePriority } from '#app/domain/platform/urgency.ts'

const HOUR_MS = 3_600_000
const now = Date.UTC(2027, 4, 3, 12)

test('a job of another version has the urgency of a personal one', () => {
  expect(getPatienceMinutes('a-job-of-another-version')).toBe(getPatienceMinutes('mail-payment-confirmed'))
})

/** Returns the priority of a job that was queued `queuedHours` ago. */
function computePriority(job: string, queuedHours = 0) {
  return getQueuePriority(new Date(now - queuedHours * HOUR_MS + getPatienceMinutes(job) * 60_000))
}

test('runs the more urgent job first until the other waited long enough', () => {
  expect(computePriority('send-password-link')).toBeLessThan(computePriority('mail-payment-confirmed', 11))
  expect(computePriority('send-password-link')).toBeGreaterThan(computePriority('mail-payment-confirmed', 13))
  expect(computePriority('mail-payment-confirmed')).toBeLessThan(computePriority('mail-revision', 35))
  expect(computePriority('send-password-link')).toBeLessThan(computePriority('mail-revision', 47))
  expect(computePriority('send-password-link')).toBeGreaterThan(computePriority('mail-revision', 49))
})

test.each(['2000-01-01', '2026-01-01', '2027-05-03', '2045-12-31', '2090-01-01'])(
  'a job due on %s has a priority from 1 to the highest that BullMQ accepts',
  (day) => {
    expect(getQueuePriority(new Date(day))).toBeGreaterThanOrEqual(1)
    expect(getQueuePriority(new Date(day))).toBeLessThanOrEqual(2 ** 21)
  },
)
