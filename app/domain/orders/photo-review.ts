/** Within this many hours a photo is checked, as the shop promises. */
export const reviewHours = 24
/** From here on it is time. */
const WARN_HOURS = 20
const HOUR_MS = 3_600_000

/** True when a unit that asks for a photo has none: such an order is approved for a reason alone (D66). */
export function lacksPhoto(lines: readonly { photo: string | null }[]): boolean {
  return lines.some(({ photo }) => photo === null)
}

/** Whole hours a photo has waited for its check, and whether that is still fine. */
export function reviewWait(since: Date, now: Date): { hours: number; urgency: 'fine' | 'soon' | 'late' } {
  const waited = Math.max(0, now.getTime() - since.getTime()) / HOUR_MS
  const urgency = waited > reviewHours ? 'late' : waited > WARN_HOURS ? 'soon' : 'fine'
  return { hours: Math.floor(waited), urgency }
}
