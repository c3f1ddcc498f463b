import { emitSignal } from '#app/signals.server.ts'

export type Breaker = { isClosed(): boolean; succeeded(): void; failed(): void }

type BreakerRules = { name?: string; failures?: number; pauseMs?: number; now?: () => number }

/** After `failures` in a row, pauses this process's requests for `pauseMs`, then allows one trial. */
export function createBreaker({
  name = 'unnamed',
  failures = 3,
  pauseMs = 30_000,
  now = () => performance.now(),
}: BreakerRules = {}): Breaker {
  let consecutiveFailures = 0
  let pausedUntil = 0
  const pause = () => {
    pausedUntil = now() + pauseMs
  }
  return {
    isClosed() {
      if (consecutiveFailures < failures) return true
      if (now() < pausedUntil) return false
      // The next pause starts before the trial, so that a server still down delays only one buyer.
      pause()
      return true
    },
    succeeded() {
      if (consecutiveFailures >= failures) emitSignal('breaker', { name, isOpen: false })
      consecutiveFailures = 0
    },
    failed() {
      consecutiveFailures += 1
      if (consecutiveFailures === failures) emitSignal('breaker', { name, isOpen: true })
      if (consecutiveFailures >= failures) pause()
    },
  }
}
