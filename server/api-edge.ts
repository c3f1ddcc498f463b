import cors from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import { isApiPath } from '#app/paths.ts'
import { apiRefusals, refusalBody } from '#app/text/platform/api-labels.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** The file of 10 MB and the form around it. */
const MAX_UPLOAD_BYTES = 11 * 1024 * 1024
const uploads = [/^\/api\/upload\/\d+$/, /^\/api\/order_upload_image$/]

const dots = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i
const pageData = /\.data$/
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses what looks like a call here and would be a page behind: dots that reading the address takes out, which would
 * reach the forms of pages past their checks, and the data requests of pages. Other methods no request of ours can hold.
 */
export const callsAlone: RequestHandler = (request, response, next) => {
  const { path, method } = request
  if (!isApiPath(path.replace(pageData, ''))) return next()
  if (dots.test(path) || pageData.test(path)) return rejectCall(response, 404, apiRefusals[404])
  if (methods.includes(method)) return next()
  response.set('Allow', methods.join(', '))
  rejectCall(response, 405, apiRefusals[405])
}

/** Runs `handler` for pages alone: the API has no forms, no cookies and no origin of its own (D74). */
export function pagesOnly(handler: RequestHandler): RequestHandler {
  return (request, response, next) => (isApiPath(request.path) ? next() : handler(request, response, next))
}

/** Lets pages of these origins call the API; no credentials, since cookies do not count. */
export function apiOrigins(origins: readonly string[]): RequestHandler {
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

/** Length and type of what a call sends, refused in JSON. */
export const apiLimits: RequestHandler = (request, response, next) => {
  if (!isApiPath(request.path) || request.method === 'GET' || request.method === 'HEAD') return next()
  const isUpload = uploads.some((path) => path.test(request.path.replace(/\/$/, '')))
  const length = request.get('Content-Length')
  if (request.get('Transfer-Encoding') !== undefined && length === undefined)
    return rejectCall(response, 411, apiRefusals[411])
  if (Number(length ?? 0) > (isUpload ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES))
    return rejectCall(response, 413, `O envio passa de ${isUpload ? '10 MB' : '1 MB'}.`)
  if (Number(length ?? 0) > 0 && !hasType(request, isUpload))
    return rejectCall(response, 415, apiRefusals[415])
  next()
}

function hasType(request: Request, isUpload: boolean): boolean {
  return Boolean(request.is(isUpload ? 'multipart/form-data' : 'application/json'))
}

/** The body that follows is not read: the connection ends with the answer. */
function rejectCall(response: Response, status: number, detail: string): void {
  response
    .status(status)
    .set('Connection', 'close')
    .set('Cache-Control', 'no-store')
    .json(refusalBody(status, detail))
}
