import { monitorEventLoopDelay } from 'node:perf_hooks'

const WINDOW_MS = 250

/** Returns a function that returns the longest event-loop delay (ms) of the last complete 250 ms. */
export function watchEventLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 20 })
  let lagMs = 0
  delays.enable()
  setInterval(() => {
    lagMs = delays.max / 1e6
    delays.reset()
  }, WINDOW_MS).unref()
  return () => lagMs
}
