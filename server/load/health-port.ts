import { createServer, type Server } from 'node:http'
import { version } from '#app/domain/platform/version.ts'

type Address = { host: string; port: number }

const notFoundAnswer = { status: 404, text: 'not found' }

function getHealthAnswer(isAlive: boolean) {
  return isAlive ? { status: 200, text: `ok ${version}` } : { status: 503, text: 'stuck' }
}

/** Serves /healthz on a port of its own: 200 while `isAlive` returns true, otherwise 503. */
export function serveHealth({ host, port }: Address, isAlive: () => boolean): Server {
  const server = createServer((request, response) => {
    const answer = request.url === '/healthz' ? getHealthAnswer(isAlive()) : notFoundAnswer
    response
      .writeHead(answer.status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'close',
      })
      .end(answer.text)
  })
  return server.listen(port, host)
}
