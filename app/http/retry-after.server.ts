import type { AppLoadContext } from '@remix-run/node'
import type { TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { formatWait } from '#app/text/platform/wait-labels.ts'

const retries = new WeakMap<AppLoadContext, Date>()

/** Formats the wait as text and sets the response's Retry-After. */
export function setRetryAfter(context: AppLoadContext, { retryAt }: TooManyAttempts): string {
  retries.set(context, retryAt)
  return formatWait(retryAt.getTime() - Date.now())
}

/** Returns the seconds to wait; undefined if no limit was reached. */
export function getRetryAfter(context: AppLoadContext): string | undefined {
  const retryAt = retries.get(context)
  return retryAt && String(Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1000)))
}
