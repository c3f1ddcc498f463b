import { describe, expect, test } from 'vitest'
import {
  getCurrentPeriod,
  getNextRun,
  retryDelayMs,
  type ScheduleTime,
} from '#app/domain/platform/schedule.ts'

const hourlySchedule: ScheduleTime = { every: 'hour' }
const nightlySchedule: ScheduleTime = { every: 'day', at: '00:05' }
const morningSchedule: ScheduleTime = { every: 'day', at: '08:00' }
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
    expect(getCurrentPeriod(nightlySchedule, toSaoPauloTime(now))).toBe(period)
  })

  test.each([
    ['2026-11-21T07:59:59', '2026-11-20'],
    ['2026-11-21T08:00:00', '2026-11-21'],
  ])('at %s is the morning of %s', (now, period) => {
    expect(getCurrentPeriod(morningSchedule, toSaoPauloTime(now))).toBe(period)
  })

  test('is a day of São Paulo while UTC is a day ahead', () => {
    expect(getCurrentPeriod(nightlySchedule, new Date('2026-11-22T02:59:00Z'))).toBe('2026-11-21')
    expect(getCurrentPeriod(nightlySchedule, new Date('2026-11-22T03:05:00Z'))).toBe('2026-11-22')
  })

  test('is an hour that civil clocks never repeat', () => {
    expect(getCurrentPeriod(hourlySchedule, toSaoPauloTime('2026-11-20T23:59:59'))).toBe('2026-11-21T02Z')
    expect(getCurrentPeriod(hourlySchedule, toSaoPauloTime('2026-11-21T00:00:00'))).toBe('2026-11-21T03Z')
    const hours = Array.from({ length: 48 }, (_, hour) =>
      getCurrentPeriod(hourlySchedule, new Date(Date.UTC(2018, 1, 17) + hour * 3_600_000)),
    )
    expect(new Set(hours).size).toBe(48)
  })

  test('occurs once a night when clocks change', () => {
    // 4 November 2018: 00:00 became 01:00. 18 February 2018: 00:00 became 23:00 of the previous day.
    const listMinutes = (from: string, count: number) =>
      Array.from({ length: count }, (_, minute) => new Date(Date.parse(from) + minute * 60_000))
    const springPeriods = listMinutes('2018-11-04T02:00:00Z', 180).map((now) =>
      getCurrentPeriod(nightlySchedule, now),
    )
    expect([...new Set(springPeriods)]).toEqual(['2018-11-03', '2018-11-04'])
    const autumnPeriods = listMinutes('2018-02-18T00:30:00Z', 240).map((now) =>
      getCurrentPeriod(nightlySchedule, now),
    )
    expect([...new Set(autumnPeriods)]).toEqual(['2018-02-17', '2018-02-18'])
    expect(autumnPeriods).toEqual(autumnPeriods.toSorted())
  })
})

describe('the next run', () => {
  test.each([
    [nightlySchedule, '2026-11-21T00:04:59', '2026-11-21T00:05:00'],
    [nightlySchedule, '2026-11-21T00:05:00', '2026-11-22T00:05:00'],
    [morningSchedule, '2026-12-31T08:00:00', '2027-01-01T08:00:00'],
    [hourlySchedule, '2026-11-21T10:00:00', '2026-11-21T11:00:00'],
    [hourlySchedule, '2026-11-21T10:59:59', '2026-11-21T11:00:00'],
  ] as const)('%j at %s is next at %s', (schedule, now, next) => {
    expect(getNextRun(schedule, toSaoPauloTime(now))).toEqual(toSaoPauloTime(next))
  })

  test('starts the next period', () => {
    for (const schedule of [hourlySchedule, nightlySchedule, morningSchedule]) {
      const now = toSaoPauloTime('2026-11-21T03:17:00')
      const next = getNextRun(schedule, now)
      expect(getCurrentPeriod(schedule, new Date(next.getTime() - 1))).toBe(getCurrentPeriod(schedule, now))
      expect(getCurrentPeriod(schedule, next)).not.toBe(getCurrentPeriod(schedule, now))
    }
  })
})

test('a failed run waits longer each time, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 9].map((attempts) => retryDelayMs(attempts) / 60_000)).toEqual([
    5, 10, 20, 40, 60, 60,
  ])
})
