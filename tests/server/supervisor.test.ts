import { expect, test } from 'vitest'
import { getRestartPauseMs } from '#server/supervisor.ts'

test.each([
  [0, 0],
  [1, 250],
  [2, 500],
  [3, 1_000],
  [6, 8_000],
  [7, 10_000],
  [500, 10_000],
])('after %i early exits the next start waits %i ms', (earlyEnds, pauseMs) => {
  expect(getRestartPauseMs(earlyEnds)).toBe(pauseMs)
})
