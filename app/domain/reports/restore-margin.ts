/** Growth of a table up to the backup: `rows` numbers in `days`. */
export type Growth = { rows: number; days: number }

const MIN_MARGIN = 10_000
/** Times the usual pace: the days that are lost may have been the busiest. */
const SAFETY = 10

/** The first number given after a restore, a round one (D111); `next` was the backup's, `ageDays` ago. */
export function numberAfterRestore(next: number, { rows, days }: Growth, ageDays: number): number {
  const pace = rows / Math.max(days, 1)
  const margin = Math.max(MIN_MARGIN, Math.ceil(pace * Math.max(ageDays, 1) * SAFETY))
  return Math.ceil((next + margin) / 1000) * 1000
}
