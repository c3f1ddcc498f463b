import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'

const tags = new WeakMap<object, string>()

/** Stores version and status of a record as it was read, for the response's ETag. */
export function attachVersion<Answer extends object>(
  answer: Answer,
  lockVersion: number,
  status?: number,
): Answer {
  tags.set(answer, toTag(lockVersion, status))
  return answer
}

/** Returns the ETag header; empty if the response has no versioned record. */
export function getVersionHeaders(answer: unknown): Record<string, string> {
  const tag = typeof answer === 'object' && answer !== null ? tags.get(answer) : undefined
  return tag === undefined ? {} : { ETag: tag }
}

/** Returns a tag. Status changes of orders and shipments do not raise their version, so it is included. */
function toTag(lockVersion: number, status: number | undefined): string {
  return status === undefined ? `"${lockVersion}"` : `"${lockVersion}.${status}"`
}

/**
 * Throws ApiError 412 if the caller's If-Match does not match the record. Returns the version that the write
 * must find; undefined without the header.
 */
export function requireMatch(
  { args }: { args: RequestArgs },
  lockVersion: number,
  status?: number,
): number | undefined {
  const ifMatch = args.request.headers.get('If-Match')
  if (ifMatch === null) return undefined
  // Compressing proxies mark the tag as weak, but the version is the same.
  const wantedTags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!wantedTags.includes('*') && !wantedTags.includes(toTag(lockVersion, status))) throw new ApiError(412)
  return lockVersion
}
