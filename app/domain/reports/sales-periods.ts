import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { monthOf, type Period } from '#app/domain/platform/period.ts'

/** Numbers of kept sums, both included: 202611 is a month, 2026 a year. No range mixes the two. */
export type SumRange = { from: number; to: number }

/** The whole months and years within a period, and the days beside them, which are read from the orders (D106). */
export function sumsWithin({ start, end }: Period): { ranges: SumRange[]; days: Period[] } {
  const first = monthOf(start).start === start ? start : addDays(monthOf(start).end, 1)
  const last = monthOf(end).end === end ? end : addDays(monthOf(end).start, -1)
  if (first > last) return { ranges: [], days: start > end ? [] : [{ start, end }] }
  const days = [
    { start, end: addDays(first, -1) },
    { start: addDays(last, 1), end },
  ].filter((part) => part.start <= part.end)
  return { ranges: rangesOf(first, last), days }
}

/** `first` begins a month, `last` ends one. */
function rangesOf(first: CivilDate, last: CivilDate): SumRange[] {
  const years = {
    from: first.endsWith('-01-01') ? yearOf(first) : yearOf(first) + 1,
    to: last.endsWith('-12-31') ? yearOf(last) : yearOf(last) - 1,
  }
  const months = { from: monthNumber(first), to: monthNumber(last) }
  if (years.from > years.to) return [months]
  return [
    { from: months.from, to: (years.from - 1) * 100 + 12 },
    years,
    { from: (years.to + 1) * 100 + 1, to: months.to },
  ].filter(({ from, to }) => from <= to)
}

/** The days of a kept sum. */
export function periodOf(number: number): Period {
  if (number < 10_000) return { start: `${number}-01-01`, end: `${number}-12-31` }
  const text = String(number)
  return monthOf(`${text.slice(0, 4)}-${text.slice(4)}-01`)
}

/** Every month, and every year, from one day to another. */
export function sumsBetween(first: CivilDate, last: CivilDate): number[] {
  const numbers: number[] = []
  for (let year = yearOf(first); year <= yearOf(last); year++) {
    numbers.push(year)
    for (let month = 1; month <= 12; month++) numbers.push(year * 100 + month)
  }
  return numbers
}

function yearOf(day: CivilDate): number {
  return Number(day.slice(0, 4))
}

function monthNumber(day: CivilDate): number {
  return Number(day.slice(0, 7).replace('-', ''))
}
