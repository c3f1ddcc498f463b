import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { type RequestFacts, requestSpans } from '#app/signals.server.ts'
import { routePatterns } from './route-patterns.ts'

export function watchRequests({ routes }: ServerBuild, trustsProxy: boolean): RequestHandler {
  const findRoute = routePatterns(routes)
  return (request, response, next) => {
    if (!requestSpans.hasSubscribers) return next()
    const facts: RequestFacts = {
      method: request.method,
      route: request.path.startsWith('/assets/') ? '/assets/*' : findRoute(request.path),
      requestId: String(response.locals.requestId),
      startedAt: performance.now(),
      status: 0,
      traceparent: trustsProxy ? request.get('traceparent') : undefined,
    }
    response.once('close', () => {
      facts.status = response.headersSent ? response.statusCode : 0
      facts.keptPage = response.locals.keptPage
      requestSpans.asyncEnd.publish(facts)
    })
    requestSpans.start.runStores(facts, () => next())
  }
}
