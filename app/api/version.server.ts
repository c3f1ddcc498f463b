import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'

const versionTags = new WeakMap<object, string>()

/** Remembers the record's version and status for the response's ETag. Returns `answer`. */
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
 * Returns the version that the caller expects; undefined if there is no If-Match. Throws ApiError 412 if the record has
 * another version.
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
