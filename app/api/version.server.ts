import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'

const tags = new WeakMap<object, string>()

/** Remembers the lock version with which a record was read, and its status, as the ETag of the answer. */
export function withVersion<Answer extends object>(
  answer: Answer,
  lockVersion: number,
  status?: number,
): Answer {
  tags.set(answer, toTag(lockVersion, status))
  return answer
}

/** The ETag header of an answer; none where it is no record with a version. */
export function versionHeaders(answer: unknown): Record<string, string> {
  const tag = typeof answer === 'object' && answer !== null ? tags.get(answer) : undefined
  return tag === undefined ? {} : { ETag: tag }
}

/** The status counts too: it changes by acts that do not move the lock version of orders and shipments. */
function toTag(lockVersion: number, status: number | undefined): string {
  return status === undefined ? `"${lockVersion}"` : `"${lockVersion}.${status}"`
}

/**
 * Throws ApiError 412 where the caller's If-Match names another version than the record has. Returns the version that
 * the write has to find, undefined without the header.
 */
export function requireMatch(
  { args }: { args: RequestArgs },
  lockVersion: number,
  status?: number,
): number | undefined {
  const seen = args.request.headers.get('If-Match')
  if (seen === null) return undefined
  // Proxies that compress mark the tag as weak; the version is the same.
  const wanted = seen.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!wanted.includes('*') && !wanted.includes(toTag(lockVersion, status))) throw new ApiError(412)
  return lockVersion
}
