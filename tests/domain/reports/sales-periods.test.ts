import { expect, test } from 'vitest'
import { addDays } from '#app/domain/platform/calendar.ts'
import { periodOf, sumsBetween, sumsWithin } from '#app/domain/reports/sales-periods.ts'

test.each([
  ['2026-11-10', '2026-11-20', [], [['2026-11-10', '2026-11-20']]],
  ['2026-11-01', '2026-11-30', [[202611, 202611]], []],
  ['2026-11-02', '2026-11-30', [], [['2026-11-02', '2026-11-30']]],
  ['2024-02-01', '2024-02-29', [[202402, 202402]], []],
  ['2024-02-01', '2024-02-28', [], [['2024-02-01', '2024-02-28']]],
  [
    '2026-10-31',
    '2026-12-01',
    [[202611, 202611]],
    [
      ['2026-10-31', '2026-10-31'],
      ['2026-12-01', '2026-12-01'],
    ],
  ],
  [
    '2025-11-30',
    '2026-01-01',
    [[202512, 202512]],
    [
      ['2025-11-30', '2025-11-30'],
      ['2026-01-01', '2026-01-01'],
    ],
  ],
  ['2025-11-01', '2026-02-28', [[202511, 202602]], []],
  ['2017-01-01', '2026-12-31', [[2017, 2026]], []],
  [
    '2016-11-24',
    '2026-11-23',
    [
      [201612, 201612],
      [2017, 2025],
      [202601, 202610],
    ],
    [
      ['2016-11-24', '2016-11-30'],
      ['2026-11-01', '2026-11-23'],
    ],
  ],
  [
    '2025-02-01',
    '2026-12-31',
    [
      [202502, 202512],
      [2026, 2026],
    ],
    [],
  ],
  ['2026-11-20', '2026-11-10', [], []],
] as const)('%s to %s', (start, end, ranges, days) => {
  expect(sumsWithin({ start, end })).toEqual({
    ranges: ranges.map(([from, to]) => ({ from, to })),
    days: days.map(([first, last]) => ({ start: first, end: last })),
  })
})

test('every day of any period is counted once', () => {
  const sums = sumsBetween('2022-01-01', '2030-01-01')
  for (let seed = 1; seed <= 300; seed++) {
    const start = addDays('2022-11-01', (seed * 7919) % 900)
    const end = addDays(start, (seed * 104_729) % 1_300)
    const { ranges, days } = sumsWithin({ start, end })
    const kept = sums.filter((number) => ranges.some(({ from, to }) => number >= from && number <= to))
    const counted = [...kept.map(periodOf), ...days].flatMap((part) => daysOf(part.start, part.end))
    expect(counted.toSorted().join(), `${start} to ${end}`).toBe(daysOf(start, end).join())
  }
})

test.each([
  [202402, '2024-02-01', '2024-02-29'],
  [202612, '2026-12-01', '2026-12-31'],
  [2026, '2026-01-01', '2026-12-31'],
])('%d is from %s to %s', (number, start, end) => {
  expect(periodOf(number)).toEqual({ start, end })
})

const calendar: string[] = []
for (let day = '2022-01-01'; day < '2030-01-01'; day = addDays(day, 1)) calendar.push(day)
const places = new Map(calendar.map((day, index) => [day, index]))

function daysOf(start: string, end: string): string[] {
  return calendar.slice(places.get(start), (places.get(end) ?? 0) + 1)
}
