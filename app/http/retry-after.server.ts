import type { AppLoadContext } from '@remix-run/node'
import type { TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { formatWait } from '#app/text/platform/wait-labels.ts'

const retries = new WeakMap<AppLoadContext, Date>()

/** How long a refused client has to wait, in words; the answer's Retry-After will say the same. */
export function waitFor(context: AppLoadContext, { retryAt }: TooManyAttempts): string {
  retries.set(context, retryAt)
  return formatWait(retryAt.getTime() - Date.now())
}

/** Retry-After of this answer in seconds, when a limit was reached; undefined else. */
export function retryAfterOf(context: AppLoadContext): string | undefined {
  const retryAt = retries.get(context)
  return retryAt && String(Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1000)))
}
