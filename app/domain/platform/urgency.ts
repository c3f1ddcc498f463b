import { effectUrgencies, type Urgency } from '#app/domain/platform/effect.ts'

/**
 * Minutes that an effect lets more urgent ones go first. They are more than any outage of the mail server.
 */
const minutesByUrgency: Record<Urgency, number> = { now: 0, soon: 12 * 60, later: 48 * 60 }

export function getPatienceMinutes(job: string): number {
  return minutesByUrgency[effectUrgencies.get(job) ?? 'soon']
}

const STEP_MS = 5 * 60_000
const ORIGIN_MS = Date.UTC(2026, 0, 1)
/** BullMQ's maximum. It is reached after 19 years; then counting starts over. */
const MAX_PRIORITY = 2 ** 21 - 1

/** Returns a lower number for an earlier due time. Within five minutes, the queue's sequence decides. */
export function getQueuePriority(dueBy: Date): number {
  const steps = Math.max(0, Math.floor((dueBy.getTime() - ORIGIN_MS) / STEP_MS))
  return 1 + (steps % MAX_PRIORITY)
}
