export type Growth = { rows: number; days: number }

const MIN_MARGIN = 10_000
const SAFETY = 10 // the lost days may have been much busier than average

/** Returns the first number after a restore. `next` is the next number in the backup, which is `ageDays` days old. */
export function calculateNumberAfterRestore(next: number, { rows, days }: Growth, ageDays: number): number {
  const pace = rows / Math.max(days, 1)
  const margin = Math.max(MIN_MARGIN, Math.ceil(pace * Math.max(ageDays, 1) * SAFETY))
  return Math.ceil((next + margin) / 1000) * 1000
}
