import { describe, expect, test } from 'vitest'
import {
  getCurrentPeriod,
  getNextRun,
  retryDelayMs,
  type ScheduleTime,
} from '#app/domain/platform/schedule.ts'

const hourly: ScheduleTime = { every: 'hour' }
const nightly: ScheduleTime = { every: 'day', at: '00:05' }
const morning: ScheduleTime = { every: 'day', at: '08:00' }
const toSaoPauloTime = (text: string) => new Date(`${text}-03:00`)

describe('the last due period', () => {
  test.each([
    ['2026-11-20T23:59:59', '2026-11-20'],
    ['2026-11-21T00:00:00', '2026-11-20'],
    ['2026-11-21T00:04:59', '2026-11-20'],
    ['2026-11-21T00:05:00', '2026-11-21'],
    ['2026-11-21T23:59:59', '2026-11-21'],
    ['2027-01-01T00:04:59', '2026-12-31'],
    ['2028-03-01T00:04:00', '2028-02-29'],
  ])('at %s is the night of %s', (now, period) => {
    expect(getCurrentPeriod(nightly, toSaoPauloTime(now))).toBe(period)
  })

  test.each([
    ['2026-11-21T07:59:59', '2026-11-20'],
    ['2026-11-21T08:00:00', '2026-11-21'],
  ])('at %s is the morning of %s', (now, period) => {
    expect(getCurrentPeriod(morning, toSaoPauloTime(now))).toBe(period)
  })

  test('is a day of São Paulo while UTC is a day ahead', () => {
    expect(getCurrentPeriod(nightly, new Date('2026-11-22T02:59:00Z'))).toBe('2026-11-21')
    expect(getCurrentPeriod(nightly, new Date('2026-11-22T03:05:00Z'))).toBe('2026-11-22')
  })

  test('is an hour that civil clocks never repeat', () => {
    expect(getCurrentPeriod(hourly, toSaoPauloTime('2026-11-20T23:59:59'))).toBe('2026-11-21T02Z')
    expect(getCurrentPeriod(hourly, toSaoPauloTime('2026-11-21T00:00:00'))).toBe('2026-11-21T03Z')
    const hours = Array.from({ length: 48 }, (_, hour) =>
      getCurrentPeriod(hourly, new Date(Date.UTC(2018, 1, 17) + hour * 3_600_000)),
    )
    expect(new Set(hours).size).toBe(48)
  })

  test('occurs once a night when clocks change', () => {
    // 4 November 2018: 00:00 became 01:00. 18 February 2018: 00:00 became 23:00 of the previous day.
    const listMinutes = (from: string, count: number) =>
      Array.from({ length: count }, (_, minute) => new Date(Date.parse(from) + minute * 60_000))
    const spring = listMinutes('2018-11-04T02:00:00Z', 180).map((now) => getCurrentPeriod(nightly, now))
    expect([...new Set(spring)]).toEqual(['2018-11-03', '2018-11-04'])
    const autumn = listMinutes('2018-02-18T00:30:00Z', 240).map((now) => getCurrentPeriod(nightly, now))
    expect([...new Set(autumn)]).toEqual(['2018-02-17', '2018-02-18'])
    expect(autumn).toEqual(autumn.toSorted())
  })
})

describe('the next run', () => {
  test.each([
    [nightly, '2026-11-21T00:04:59', '2026-11-21T00:05:00'],
    [nightly, '2026-11-21T00:05:00', '2026-11-22T00:05:00'],
    [morning, '2026-12-31T08:00:00', '2027-01-01T08:00:00'],
    [hourly, '2026-11-21T10:00:00', '2026-11-21T11:00:00'],
    [hourly, '2026-11-21T10:59:59', '2026-11-21T11:00:00'],
  ] as const)('%j at %s is next at %s', (when, now, next) => {
    expect(getNextRun(when, toSaoPauloTime(now))).toEqual(toSaoPauloTime(next))
  })

  test('starts the next period', () => {
    for (const when of [hourly, nightly, morning]) {
      const now = toSaoPauloTime('2026-11-21T03:17:00')
      const next = getNextRun(when, now)
      expect(getCurrentPeriod(when, new Date(next.getTime() - 1))).toBe(getCurrentPeriod(when, now))
      expect(getCurrentPeriod(when, next)).not.toBe(getCurrentPeriod(when, now))
    }
  })
})

test('a failed run waits longer each time, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 9].map((attempts) => retryDelayMs(attempts) / 60_000)).toEqual([
    5, 10, 20, 40, 60, 60,
  ])
})
