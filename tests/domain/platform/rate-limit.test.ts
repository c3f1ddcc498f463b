import { expect, test } from 'vitest'
import { calculateNextAttempt, type Limit } from '#app/domain/platform/rate-limit.ts'

const MINUTE = 60_000
const now = new Date('2026-11-20T12:00:00Z')
const baseLimit: Limit = { max: 3, windowMs: 15 * MINUTE }
const growingLimit: Limit = { max: 3, windowMs: 60 * MINUTE, isGrowing: true }

/** Returns the minutes until the next attempt after attempts this many minutes ago, newest first. */
function waitAfter(limit: Limit, ...minutesAgo: number[]): number {
  const attempts = minutesAgo.map((minutes) => new Date(now.getTime() - minutes * MINUTE))
  const nextAttempt = calculateNextAttempt(limit, attempts, now)
  return nextAttempt ? (nextAttempt.getTime() - now.getTime()) / MINUTE : 0
}

test.each<[Limit, number[], number]>([
  [baseLimit, [], 0],
  [baseLimit, [0, 0], 0],
  [baseLimit, [0, 5, 10], 5],
  [baseLimit, [0, 5, 15], 0],
  [baseLimit, [0, 1, 2, 10], 13],
  [growingLimit, [0, 5, 10], 50],
  [growingLimit, [0.5, 70, 80], 0.5],
  [growingLimit, [1, 70, 80], 0],
  [growingLimit, [1, 70, 80, 90], 1],
  [growingLimit, [1, 70, 80, 90, 100], 3],
  [growingLimit, [10, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160], 50],
  [growingLimit, [10, 25 * 60, 25 * 60, 25 * 60], 0],
])('limit %j: a client with attempts %j minutes ago waits %d minutes', (limit, minutesAgo, wait) => {
  expect(waitAfter(limit, ...minutesAgo)).toBe(wait)
})
