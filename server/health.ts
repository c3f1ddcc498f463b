import type { Express } from 'express'

type Probes = { isDatabaseUp(): Promise<boolean>; isDraining(): boolean }

/**
 * `/healthz`: the process answers. `/readyz`: database up, not draining; Redis is optional. Reveals no versions or
 * hosts.
 */
export function mountHealth(app: Express, { isDatabaseUp, isDraining }: Probes): void {
  app.get('/healthz', (_request, response) => {
    response.type('text').set('Cache-Control', 'no-store').send('ok')
  })
  app.get('/readyz', async (_request, response) => {
    const isReady = !isDraining() && (await isDatabaseUp())
    response
      .status(isReady ? 200 : 503)
      .type('text')
      .set('Cache-Control', 'no-store')
    response.send(isReady ? 'ok' : 'not ready')
  })
}
