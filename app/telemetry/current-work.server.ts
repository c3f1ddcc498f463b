import { AsyncLocalStorage } from 'node:async_hooks'
import { spans } from '#app/signals.server.ts'

/** What a process is at: a request by its route, or a run of an effect. */
export type Work = { name: string; requestId?: string; outboxId?: number }

const current = new AsyncLocalStorage<Work>()
let isFollowed = false

/** To be called once by who needs `currentWork`. */
export function followWork(): void {
  if (isFollowed) return
  isFollowed = true
  spans.request.start.bindStore(current, ({ method, route, requestId }) => ({
    name: `${method} ${route}`,
    requestId,
  }))
  spans.job.start.bindStore(current, ({ job, outboxId }) => ({ name: job, outboxId }))
}

export function currentWork(): Work | undefined {
  return current.getStore()
}
