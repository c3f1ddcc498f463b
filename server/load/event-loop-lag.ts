import { monitorEventLoopDelay } from 'node:perf_hooks'

const WINDOW_MS = 250

/** Returns a function that returns the longest event-loop delay of the last 250 ms, in ms. */
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
