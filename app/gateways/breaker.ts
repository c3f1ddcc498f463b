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
  let inARow = 0
  let pausedUntil = 0
  const pause = () => {
    pausedUntil = now() + pauseMs
  }
  return {
    isClosed() {
      if (inARow < failures) return true
      if (now() < pausedUntil) return false
      // The next pause starts before the trial, so that a server still down delays only one buyer.
      pause()
      return true
    },
    succeeded() {
      if (inARow >= failures) emitSignal('breaker', { name, isOpen: false })
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow === failures) emitSignal('breaker', { name, isOpen: true })
      if (inARow >= failures) pause()
    },
  }
}
