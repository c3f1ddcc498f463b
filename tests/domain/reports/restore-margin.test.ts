import { expect, test } from 'vitest'
import { calculateNumberAfterRestore } from '#app/domain/reports/restore-margin.ts'

const makeMonth = (rows: number) => ({ rows, days: 30 })

// Next number, growth before the backup, its age in days, and the expected first numbers after the restore.
const cases: [string, number, { rows: number; days: number }, number, number][] = [
  ['a new shop', 1, makeMonth(0), 0, 11_000],
  ['a usual day', 1_052, makeMonth(300), 1, 12_000],
  ['ten times the pace of a busy month', 500_000, makeMonth(90_000), 2, 560_000],
  ['a backup of two weeks', 20_000, makeMonth(3_000), 14, 34_000],
  ['less than a day counts as a day', 500_000, makeMonth(60_000), 0.01, 520_000],
  ['all of it in the first hours', 40_000, { rows: 40_000, days: 0.2 }, 1, 440_000],
]

for (const [name, nextNumber, growth, ageDays, expectedNumber] of cases)
  test(`new numbers start above those that may be in use since the backup: ${name}`, () => {
    expect(calculateNumberAfterRestore(nextNumber, growth, ageDays)).toBe(expectedNumber)
  })
