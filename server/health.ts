import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { version } from '#app/domain/platform/version.ts'

type Probes = {
  isDatabaseReady(): Promise<boolean>
  isDraining(): boolean
  isReplicaUsed?(): boolean
  maintenance?(): unknown
}

/** Answers /healthz with 200 whenever the process can answer. Returns false for other requests. */
export function answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== '/healthz' || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  response.writeHead(200, healthHeaders).end(request.method === 'HEAD' ? undefined : healthText)
  return true
}

const healthText = `ok ${version}`
const healthHeaders = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Length': healthText.length,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Serves /readyz: 200 if the process is not draining and can write to a database of its schema (D113). */
export function mountReadiness(
  app: Express,
  { isDatabaseReady, isDraining, isReplicaUsed, maintenance }: Probes,
): void {
  app.get('/readyz', async (_request, response) => {
    const isReady = !isDraining() && (await isDatabaseReady())
    response
      .status(isReady ? 200 : 503)
      .type('text')
      .set('Cache-Control', 'no-store')
    const replicaLine = isReplicaUsed ? `\nreplica ${isReplicaUsed() ? 'in use' : 'not in use'}` : ''
    const maintenanceLine = maintenance?.() ? '\nmaintenance' : ''
    response.send(isReady ? `ok${replicaLine}${maintenanceLine}` : 'not ready')
  })
}
