import type { Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'

type Found = { operation: Operation; params: Record<string, string> }

/** With and without the slash at the end (D58). Throws ApiError 404, or 405 where another method answers. */
export function findOperation(operations: readonly Operation[], method: string, pathname: string): Found {
  const wanted = method === 'HEAD' ? 'GET' : method
  const segments = segmentsOf(pathname)
  const there = operations.flatMap((operation) => {
    const params = [operation.path, ...(operation.aliases ?? [])]
      .map((path) => paramsOf(segmentsOf(path), segments))
      .find((found) => found !== undefined)
    return params ? [{ operation, params }] : []
  })
  const found = there.find(({ operation }) => operation.method === wanted)
  if (found) return found
  if (there.length === 0) throw new ApiError(404)
  const allowed = [...new Set(there.map(({ operation }) => operation.method))]
  throw new ApiError(405, undefined, { Allow: allowed.join(', ') })
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name) params[name] = segment
    else if (part !== segment) return undefined
  }
  return params
}
