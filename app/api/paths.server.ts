import type { Operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'

type OperationMatch = { operation: Operation; params: Record<string, string> }

/**
 * Returns the operation for a method and a path, with or without its final slash (D58). Throws ApiError 404
 * or 405.
 */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  pathname: string,
): OperationMatch {
  const wantedMethod = method === 'HEAD' ? 'GET' : method
  const segments = splitSegments(pathname)
  const matches: OperationMatch[] = []
  for (const operation of operations)
    for (const pattern of getPatterns(operation)) {
      const params = matchPattern(pattern, segments)
      if (!params) continue
      matches.push({ operation, params })
      break
    }
  const match = matches.find(({ operation }) => operation.method === wantedMethod)
  if (match) return match
  if (matches.length === 0) throw new ApiError(404)
  const allowedMethods = [...new Set(matches.map(({ operation }) => operation.method))]
  throw new ApiError(405, undefined, { Allow: allowedMethods.join(', ') })
}

type PathPart = { name: string; isParameter: boolean }

const patternCache = new WeakMap<Operation, PathPart[][]>()

/**
 * Returns the split paths of an operation. They are cached because each call is compared with all operations.
 */
function getPatterns(operation: Operation): PathPart[][] {
  const cachedPatterns = patternCache.get(operation)
  if (cachedPatterns) return cachedPatterns
  const patterns = [operation.path, ...(operation.aliases ?? [])].map((path) =>
    splitSegments(path).map(parsePart),
  )
  patternCache.set(operation, patterns)
  return patterns
}

function parsePart(segment: string): PathPart {
  const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
  return { name: parameter ?? segment, isParameter: parameter !== undefined }
}

function splitSegments(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}

function matchPattern(
  pattern: readonly PathPart[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const differs = pattern.some(({ name, isParameter }, index) => !isParameter && name !== segments[index])
  if (differs) return undefined
  const params = pattern.flatMap(({ name, isParameter }, index) =>
    isParameter ? [[name, segments[index] ?? '']] : [],
  )
  return Object.fromEntries(params)
}
