import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Names every request; a proxy's id is taken over only where a proxy is configured. */
export function requestId(trustsProxy: boolean): RequestHandler {
  return (request, response, next) => {
    const given = trustsProxy ? request.get('X-Request-Id') : undefined
    const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    response.locals.requestId = id
    response.set('X-Request-Id', id)
    next()
  }
}
