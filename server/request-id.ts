import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Sets the request's id. Uses the id that the request brings only behind a configured proxy. */
export function makeRequestIdHandler(trustsProxy: boolean): RequestHandler {
  return (request, response, next) => {
    const proxyId = trustsProxy ? request.get('X-Request-Id') : undefined
    const id = proxyId && /^[\w-]{8,64}$/.test(proxyId) ? proxyId : randomUUID()
    response.locals.requestId = id
    response.set('X-Request-Id', id)
    next()
  }
}
