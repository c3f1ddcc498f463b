/** Whether a remote server is worth asking just now. */
export type Breaker = { allows(): boolean; succeeded(): void; failed(): void }

type BreakerRules = { failures?: number; pauseMs?: number; now?: () => number }

/**
 * After `failures` failures in a row a server is left alone for `pauseMs`; then one request tries it again, and
 * its outcome closes the breaker or starts the next pause. Lives in this process alone.
 */
export function createBreaker({
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
      // Whoever asks meanwhile finds the next pause begun: a server that is still down costs one buyer's time.
      pause()
      return true
    },
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow >= failures) pause()
    },
  }
}
