import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { findFreePort } from '../support/shop.ts'

/** Starts a proxy that sends each request to the next ready address, without stickiness. */
export async function startSpreadProxy(targets: readonly string[]) {
  const port = await findFreePort()
  const connectionCounts = new Map(targets.map((target) => [target, 0]))
  let ready: string[] = []
  let requestIndex = 0
  const checkTargets = async () => {
    const checks = targets.map(async (target) => {
      const response = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      )
      return response?.ok ? target : []
    })
    ready = (await Promise.all(checks)).flat()
  }
  await checkTargets()
  const timer = setInterval(() => void checkTargets(), 250)
  const server = createServer((incoming, outgoing) => {
    const target = ready[requestIndex++ % ready.length]
    if (!target) return void outgoing.writeHead(502).end()
    connectionCounts.set(target, (connectionCounts.get(target) ?? 0) + 1)
    forwardRequest(incoming, outgoing, target)
  }).listen(port, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    connectionCounts,
    end() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

function forwardRequest(incoming: IncomingMessage, outgoing: ServerResponse, target: string) {
  const { hostname, port } = new URL(target)
  const { url: path, method, headers } = incoming
  const forwarded = request({ hostname, port, path, method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  forwarded.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
  incoming.pipe(forwarded)
}
