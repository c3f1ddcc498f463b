import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { type RequestData, requestSpans } from '#app/signals.server.ts'
import { makeRoutePatterns } from './route-patterns.ts'

/** Publishes each request to the subscribers of traces and metrics. Status 0: the client left too early. */
export function watchRequests({ routes }: ServerBuild, trustsProxy: boolean): RequestHandler {
  const findRoute = makeRoutePatterns(routes)
  return (request, response, next) => {
    if (!requestSpans.hasSubscribers) return next()
    const data: RequestData = {
      method: request.method,
      route: request.path.startsWith('/assets/') ? '/assets/*' : findRoute(request.path),
      requestId: String(response.locals.requestId),
      startedAt: performance.now(),
      status: 0,
      traceparent: trustsProxy ? request.get('traceparent') : undefined,
    }
    response.once('close', () => {
      data.status = response.headersSent ? response.statusCode : 0
      data.cachedPage = response.locals.cacheResult
      requestSpans.asyncEnd.publish(data)
    })
    requestSpans.start.runStores(data, () => next())
  }
}
