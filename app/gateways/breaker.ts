import { signal } from '#app/signals.server.ts'

export type Breaker = { allows(): boolean; succeeded(): void; failed(): void }

type BreakerRules = { name?: string; failures?: number; pauseMs?: number; now?: () => number }

/** Per process: after `failures` in a row pauses for `pauseMs` (milliseconds), then one request is the trial. */
export function createBreaker({
  name = 'unnamed',
  failures = 3,
  pauseMs = 30_000,
  now = () => performance.now(),
}: BreakerRules = {}): Breaker {
  let inARow = 0
  let pausedUntil = 0
  const pause = () => {
    pausedUntil = now() + pauseMs
  }
  return {
    allows() {
      if (inARow < failures) return true
      if (now() < pausedUntil) return false
      // Starts the next pause before the trial, so that a server still down delays one buyer only.
      pause()
      return true
    },
    succeeded() {
      if (inARow >= failures) signal('breaker', { name, isOpen: false })
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow === failures) signal('breaker', { name, isOpen: true })
      if (inARow >= failures) pause()
    },
  }
}
