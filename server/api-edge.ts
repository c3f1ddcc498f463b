import cors from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import { isApiPath } from '#app/paths.ts'
import { apiRefusals, makeRefusalBody } from '#app/text/platform/api-labels.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** The largest upload is a file of 10 MB; its multipart form adds less than 1 MB. */
const MAX_UPLOAD_BYTES = 11 * 1024 * 1024
const uploadPaths = [/^\/api\/upload\/\d+$/, /^\/api\/order_upload_image$/]

const dotSegments = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i
const pageDataSuffix = /\.data$/
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Rejects API paths and methods that must not reach the handlers of pages. */
export const rejectUnsupportedCalls: RequestHandler = (request, response, next) => {
  const { path, method } = request
  if (!isApiPath(path.replace(pageDataSuffix, ''))) return next()
  // The router resolves dot segments later, so such a path would bypass the checks of page forms.
  if (dotSegments.test(path) || pageDataSuffix.test(path)) return rejectCall(response, 404, apiRefusals[404])
  if (methods.includes(method)) return next()
  response.set('Allow', methods.join(', '))
  rejectCall(response, 405, apiRefusals[405])
}

export function skipApiPaths(handler: RequestHandler): RequestHandler {
  return (request, response, next) => (isApiPath(request.path) ? next() : handler(request, response, next))
}

/** Allows calls from pages of these origins. Without any, preflights get no headers, so browsers refuse. */
export function makeCorsHandler(origins: readonly string[]): RequestHandler {
  const handle = cors({
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'Idempotency-Key', 'If-Match'],
    exposedHeaders: [
      'X-Request-Id',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'ETag',
      'Idempotency-Replayed',
      'Content-Disposition',
    ],
    maxAge: 600,
  })
  return (request, response, next) => {
    if (!isApiPath(request.path)) return next()
    if (origins.length > 0) return handle(request, response, next)
    if (request.method === 'OPTIONS') return void response.status(204).end()
    next()
  }
}

/** Rejects bodies without a length (411), too long ones (413) and ones of another type (415). */
export const limitApiCalls: RequestHandler = (request, response, next) => {
  if (!isApiPath(request.path) || request.method === 'GET' || request.method === 'HEAD') return next()
  const isUpload = uploadPaths.some((path) => path.test(request.path.replace(/\/$/, '')))
  const lengthHeader = request.get('Content-Length')
  if (request.get('Transfer-Encoding') !== undefined && lengthHeader === undefined)
    return rejectCall(response, 411, apiRefusals[411])
  const bodyBytes = Number(lengthHeader ?? 0)
  if (bodyBytes > (isUpload ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES))
    return rejectCall(response, 413, `O envio passa de ${isUpload ? '10 MB' : '1 MB'}.`)
  if (bodyBytes > 0 && !hasSupportedType(request, isUpload))
    return rejectCall(response, 415, apiRefusals[415])
  next()
}

function hasSupportedType(request: Request, isUpload: boolean): boolean {
  return Boolean(request.is(isUpload ? 'multipart/form-data' : 'application/json'))
}

/** Rejects a call and closes the connection, since nobody reads the request's body. */
function rejectCall(response: Response, status: number, detail: string): void {
  response
    .status(status)
    .set('Connection', 'close')
    .set('Cache-Control', 'no-store')
    .json(makeRefusalBody(status, detail))
}
