import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'

const versionTags = new WeakMap<object, string>()

/** Stores version and status of a record as it was read, for the response's ETag. */
export function attachVersion<Answer extends object>(
  answer: Answer,
  lockVersion: number,
  status?: number,
): Answer {
  versionTags.set(answer, formatTag(lockVersion, status))
  return answer
}

/** Returns the ETag header; empty if the response has no versioned record. */
export function getVersionHeaders(answer: unknown): Record<string, string> {
  const tag = typeof answer === 'object' && answer !== null ? versionTags.get(answer) : undefined
  return tag === undefined ? {} : { ETag: tag }
}

/** Returns a tag with the status, because status changes of orders and shipments do not raise the version. */
function formatTag(lockVersion: number, status: number | undefined): string {
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
  if (!wantedTags.includes('*') && !wantedTags.includes(formatTag(lockVersion, status)))
    throw new ApiError(412)
  return lockVersion
}
