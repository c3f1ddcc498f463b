import { createServer, type Server } from 'node:http'
import { version } from '#app/domain/platform/version.ts'

type Address = { host: string; port: number }

export function serveHealth({ host, port }: Address, isAlive: () => boolean): Server {
  const server = createServer((request, response) => {
    const isAsked = request.url === '/healthz'
    const isHealthy = isAsked && isAlive()
    response
      .writeHead(isHealthy ? 200 : isAsked ? 503 : 404, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'close',
      })
      .end(isHealthy ? `ok ${version}` : isAsked ? 'stuck' : 'not found')
  })
  return server.listen(port, host)
}
