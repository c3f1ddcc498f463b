import type { Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'

type Found = { operation: Operation; params: Record<string, string> }

/** Returns the operation, with or without a final slash (D58). Throws ApiError 404 or 405. */
export function findOperation(operations: readonly Operation[], method: string, pathname: string): Found {
  const wantedMethod = method === 'HEAD' ? 'GET' : method
  const segments = splitSegments(pathname)
  const there: Found[] = []
  for (const operation of operations)
    for (const pattern of getPatterns(operation)) {
      const params = matchPattern(pattern, segments)
      if (!params) continue
      there.push({ operation, params })
      break
    }
  const found = there.find(({ operation }) => operation.method === wantedMethod)
  if (found) return found
  if (there.length === 0) throw new ApiError(404)
  const allowedMethods = [...new Set(there.map(({ operation }) => operation.method))]
  throw new ApiError(405, undefined, { Allow: allowedMethods.join(', ') })
}

type Part = { name: string; isOpen: boolean }

const knownPatterns = new WeakMap<Operation, Part[][]>()

/** Returns the split paths of an operation from a cache, since each call is compared with all. */
function getPatterns(operation: Operation): Part[][] {
  const found = knownPatterns.get(operation)
  if (found) return found
  const patterns = [operation.path, ...(operation.aliases ?? [])].map((path) =>
    splitSegments(path).map(parsePart),
  )
  knownPatterns.set(operation, patterns)
  return patterns
}

function parsePart(segment: string): Part {
  const open = /^\{(\w+)\}$/.exec(segment)?.[1]
  return { name: open ?? segment, isOpen: open !== undefined }
}

function splitSegments(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}

function matchPattern(
  pattern: readonly Part[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  if (pattern.some(({ name, isOpen }, index) => !isOpen && name !== segments[index])) return undefined
  const open = pattern.flatMap(({ name, isOpen }, index) => (isOpen ? [[name, segments[index] ?? '']] : []))
  return Object.fromEntries(open)
}
