import { createServer, type Server } from 'node:http'
import { log } from '#app/log.server.ts'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves /metrics on a separate port. If the port cannot be opened, logs an error; the process continues. */
export function serveMetrics(port: number, host: string, read: () => Promise<string>): Server {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await read()
      response.writeHead(200, { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' }).end(text)
    } catch (error) {
      log.warn({ err: error }, 'metrics cannot be read')
      response.writeHead(500).end()
    }
  })
  server.on('error', (error) => log.error({ err: error, port }, 'alert: metrics have no port'))
  server.listen(port, host)
  server.unref()
  return server
}
