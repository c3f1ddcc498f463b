import type { Call, Caller, Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { env } from '#app/env.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { countCall } from '#app/models/platform/api-call.server.ts'

type IdentifiedCall = Pick<Call, 'caller' | 'isByLink'> & { operation: Operation }

/**
 * Counts a call against its caller's limit per minute; `call` is undefined for a wrong token. Throws ApiError 429
 * above the limit. Returns headers with the remaining calls and seconds: `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-11) and the older `RateLimit-*`.
 */
export async function limitCalls({ context }: RequestArgs, call?: IdentifiedCall) {
  const { name, perMinute } = call && isPublicRead(call) ? limits.reads : limits.calls
  const limit = perMinute * env.LIMIT_FACTOR
  const callerKey = getCallerKey(context.clientAddress, call?.caller)
  const { count, secondsLeft } = await countCall(`${name} ${callerKey}`, limit, new Date())
  const remaining = Math.max(0, limit - count)
  const headers = {
    'RateLimit-Policy': `"${name}";q=${limit};w=60`,
    RateLimit: `"${name}";r=${remaining};t=${secondsLeft}`,
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(secondsLeft),
  }
  if (count > limit) throw new ApiError(429, undefined, { ...headers, 'Retry-After': String(secondsLeft) })
  return headers
}

const limits = {
  calls: { name: 'calls', perMinute: env.API_CALLS_PER_MINUTE },
  reads: { name: 'reads', perMinute: env.API_PUBLIC_READS_PER_MINUTE },
}

/**
 * Returns true for reads that anyone may make, and for files by link. One page needs many, hence their own
 * limit.
 */
function isPublicRead({ operation: { method, access }, isByLink }: IdentifiedCall): boolean {
  return method === 'GET' && (access === 'anyone' || isByLink)
}

/** Returns the key by which calls are counted: the token, the program's key or, without a caller, the network. */
function getCallerKey(clientAddress: string | undefined, caller: Caller | undefined): string {
  if (!caller) return `network ${clientAddress ?? ''}`
  return caller.keyId === null ? `token ${caller.viewer.sessionId}` : `key ${caller.keyId}`
}
