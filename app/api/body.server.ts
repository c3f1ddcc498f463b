import { ApiError } from '#app/api/problem.server.ts'

const MAX_DEPTH = 20

/**
 * Returns the request's JSON; undefined if the body is empty. Throws ApiError 415 if the type is not JSON in
 * UTF-8, or 400 if the JSON is invalid or nested too deeply.
 */
export async function readBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return undefined
  const bodyText = await request.text()
  if (bodyText === '') return undefined
  const type = request.headers.get('Content-Type') ?? ''
  if (!isUtf8Json(type)) throw new ApiError(415)
  const value = parseBody(bodyText)
  if (isNestedDeeper(value, MAX_DEPTH)) throw new ApiError(400)
  return value
}

/**
 * Returns whether a content type is JSON in UTF-8. Another charset would be decoded wrongly without an error.
 */
function isUtf8Json(type: string): boolean {
  const [media, ...parameters] = type.toLowerCase().replaceAll(/["\s]/g, '').split(';')
  return (
    media === 'application/json' &&
    parameters.every((parameter) => ['', 'charset=utf-8', 'charset=utf8'].includes(parameter))
  )
}

function parseBody(bodyText: string): unknown {
  try {
    return JSON.parse(bodyText)
  } catch {
    throw new ApiError(400, 'O corpo não é JSON válido.')
  }
}

/** Returns whether a value is nested deeper than `levels`. */
function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1))
}
