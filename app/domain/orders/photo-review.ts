/** Hours the shop promises. */
export const reviewHours = 24
const WARN_HOURS = 20
const HOUR_MS = 3_600_000

/** Approval then needs a reason (D66). */
export function lacksPhoto(lines: readonly { photo: string | null }[]): boolean {
  return lines.some(({ photo }) => photo === null)
}

/** Whole hours. */
export function reviewWait(since: Date, now: Date): { hours: number; urgency: 'fine' | 'soon' | 'late' } {
  const waited = Math.max(0, now.getTime() - since.getTime()) / HOUR_MS
  const urgency = waited > reviewHours ? 'late' : waited > WARN_HOURS ? 'soon' : 'fine'
  return { hours: Math.floor(waited), urgency }
}
