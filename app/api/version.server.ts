import { ApiError } from '#app/api/problem.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'

const versions = new WeakMap<object, number>()

/** Remembers the lock version with which a record was read; its answer gets it as ETag. */
export function withVersion<Answer extends object>(answer: Answer, lockVersion: number): Answer {
  versions.set(answer, lockVersion)
  return answer
}

/** The ETag header of an answer; none where it is no record with a version. */
export function versionHeaders(answer: unknown): Record<string, string> {
  const version = typeof answer === 'object' && answer !== null ? versions.get(answer) : undefined
  return version === undefined ? {} : { ETag: tagOf(version) }
}

function tagOf(lockVersion: number): string {
  return `"${lockVersion}"`
}

/**
 * Throws ApiError 412 where the caller's If-Match names another version than the record has. Returns the version that
 * the write has to find, undefined without the header.
 */
export function requireMatch({ args }: { args: RequestArgs }, lockVersion: number): number | undefined {
  const seen = args.request.headers.get('If-Match')
  if (seen === null) return undefined
  // Proxies that compress mark the tag as weak; the version is the same.
  const tags = seen.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (!tags.includes('*') && !tags.includes(tagOf(lockVersion))) throw new ApiError(412)
  return lockVersion
}
