const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** How long attempts are stored, so that waits between guesses at an account can grow. */
export const ATTEMPT_MEMORY_MS = 24 * HOUR_MS

/**
 * At most `max` attempts within `windowMs`. With `isGrowing`, each attempt from the `max`-th in 24 hours also
 * doubles the wait, from one minute to one hour, so no account is locked permanently.
 */
export type Limit = { max: number; windowMs: number; isGrowing?: boolean }

/** Returns how many of the newest attempts `calculateNextAttempt` needs. */
export function countAttemptsToRead({ max, isGrowing }: Limit): number {
  return isGrowing ? max + GROWTH_STEPS : max
}

const GROWTH_STEPS = 6 // 2^6 minutes exceed the maximum of one hour

/** Returns when the next attempt is allowed; undefined if now. `attempts` are newest first. */
export function calculateNextAttempt(limit: Limit, attempts: readonly Date[], now: Date): Date | undefined {
  const times = attempts.map((attempt) => attempt.getTime())
  const oldestThatCounts = times[limit.max - 1]
  const windowEnd = oldestThatCounts === undefined ? 0 : oldestThatCounts + limit.windowMs
  const nextMs = Math.max(windowEnd, findLockEnd(limit, times, now.getTime()))
  return nextMs > now.getTime() ? new Date(nextMs) : undefined
}

function findLockEnd({ max, isGrowing }: Limit, times: readonly number[], now: number): number {
  const rememberedTimes = times.filter((time) => time > now - ATTEMPT_MEMORY_MS)
  const [newest] = rememberedTimes
  if (!isGrowing || newest === undefined || rememberedTimes.length < max) return 0
  return newest + Math.min(HOUR_MS, 2 ** (rememberedTimes.length - max) * MINUTE_MS)
}
