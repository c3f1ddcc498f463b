import { effectUrgencies, type Urgency } from '#app/domain/platform/effect.ts'

/** How long an effect may be overtaken by more urgent ones, in minutes: longer than the mail server is ever away. */
const minutesByUrgency: Record<Urgency, number> = { now: 0, soon: 12 * 60, later: 48 * 60 }

/** Minutes after which what is enqueued now goes before all that is enqueued then. */
export function patienceMinutes(job: string): number {
  return minutesByUrgency[effectUrgencies.get(job) ?? 'soon']
}

const STEP_MS = 5 * 60_000
const ORIGIN_MS = Date.UTC(2026, 0, 1)
/** Priorities of BullMQ: 19 years of steps, then the count restarts. */
const MAX_PRIORITY = 2 ** 21 - 1

/** The sooner something is due, the lower the number and the sooner its turn; within five minutes as enqueued. */
export function queuePriority(dueBy: Date): number {
  const steps = Math.max(0, Math.floor((dueBy.getTime() - ORIGIN_MS) / STEP_MS))
  return 1 + (steps % MAX_PRIORITY)
}
