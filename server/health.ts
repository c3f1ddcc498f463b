import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

type Probes = { isDatabaseReady(): Promise<boolean>; isDraining(): boolean; isReplicaUsed?(): boolean }

/** `/healthz`: the process answers. Asked often and before everything else, so that it costs nothing. */
export function answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== '/healthz' || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  response.writeHead(200, healthy).end(request.method === 'HEAD' ? undefined : 'ok')
  return true
}

const healthy = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Length': 2,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * `/readyz`: the database answers, takes writes and has this build's schema (D113), and the process does not drain;
 * Redis and a replica are optional. Reveals no versions or hosts.
 */
export function mountReadiness(app: Express, { isDatabaseReady, isDraining, isReplicaUsed }: Probes): void {
  app.get('/readyz', async (_request, response) => {
    const isReady = !isDraining() && (await isDatabaseReady())
    response
      .status(isReady ? 200 : 503)
      .type('text')
      .set('Cache-Control', 'no-store')
    const replica = isReplicaUsed ? `\nreplica ${isReplicaUsed() ? 'in use' : 'not in use'}` : ''
    response.send(isReady ? `ok${replica}` : 'not ready')
  })
}
