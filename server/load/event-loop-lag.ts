import { monitorEventLoopDelay } from 'node:perf_hooks'

const WINDOW_MS = 250

/** The longest delay of the event loop in the last quarter of a second, in milliseconds. */
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
