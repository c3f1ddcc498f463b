const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** For how long attempts are remembered: what makes the wait between guesses at one account grow. */
export const ATTEMPT_MEMORY_MS = 24 * HOUR_MS

/**
 * So many attempts within a time. With `isGrowing` those after them, within a day, wait longer each time: 1, 2, 4, 8 …
 * minutes after the one before, an hour at the most. Nobody is locked out for good, and guessing gets nowhere.
 */
export type Limit = { max: number; windowMs: number; isGrowing?: boolean }

/** How many of the newest attempts have to be known to judge the next one. */
export function attemptsToRead({ max, isGrowing }: Limit): number {
  return isGrowing ? max + GROWTH_STEPS : max
}

/** Doubling 1 minute so often gives more than the hour at which it stops. */
const GROWTH_STEPS = 6

/** When the next attempt is allowed, after those of the last day (newest first); undefined when it is now. */
export function nextAttemptAt(limit: Limit, attempts: readonly Date[], now: Date): Date | undefined {
  const times = attempts.map((attempt) => attempt.getTime())
  const oldestThatCounts = times[limit.max - 1]
  const window = oldestThatCounts === undefined ? 0 : oldestThatCounts + limit.windowMs
  const next = Math.max(window, grownUntil(limit, times, now.getTime()))
  return next > now.getTime() ? new Date(next) : undefined
}

function grownUntil({ max, isGrowing }: Limit, times: readonly number[], now: number): number {
  const remembered = times.filter((time) => time > now - ATTEMPT_MEMORY_MS)
  const [newest] = remembered
  if (!isGrowing || newest === undefined || remembered.length < max) return 0
  return newest + Math.min(HOUR_MS, 2 ** (remembered.length - max) * MINUTE_MS)
}
