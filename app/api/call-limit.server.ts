import type { Caller } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { env } from '#app/env.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { countCall } from '#app/models/platform/api-call.server.ts'

/** Headers that tell what is left of this minute. Throws ApiError 429 once it is used up. */
export async function limitCalls({ context }: RequestArgs, caller: Caller | undefined) {
  const limit = env.API_CALLS_PER_MINUTE * env.LIMIT_FACTOR
  const { count, secondsLeft } = await countCall(whoOf(context.clientAddress, caller), limit, new Date())
  const headers = {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(Math.max(0, limit - count)),
    'RateLimit-Reset': String(secondsLeft),
  }
  if (count > limit) throw new ApiError(429, undefined, { ...headers, 'Retry-After': String(secondsLeft) })
  return headers
}

/** Per token; without one, per network. */
function whoOf(clientAddress: string | undefined, caller: Caller | undefined): string {
  if (!caller) return `network ${clientAddress ?? ''}`
  return caller.keyId === null ? `token ${caller.viewer.sessionId}` : `key ${caller.keyId}`
}
