import { expect, test } from 'vitest'
import { calculateChartScale } from '#app/domain/platform/chart-scale.ts'

test.each([
  [0, 1, 1, 1],
  [1, 1, 1, 1],
  [4, 1, 1, 4],
  [5, 1, 2, 6],
  [9, 1, 5, 10],
  [103, 1, 50, 150],
  [113_498_538, 100, 50_000_000, 150_000_000],
  [0, 100, 100, 100],
])('a chart of values up to %i in units of %i has steps of %i up to %i', (highest, unit, step, top) => {
  expect(calculateChartScale(highest, unit)).toEqual({ step, top })
})
