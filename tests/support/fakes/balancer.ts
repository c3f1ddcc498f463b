import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const CHECK_INTERVAL_MS = 200

type Upstream = { port: number; isReady: boolean }

/** Starts a load balancer as in production, which resends a request only after a refused connection. */
export async function startBalancer(ports: readonly number[]) {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const checkUpstream = async (upstream: Upstream) => {
    const response = await fetch(`http://127.0.0.1:${upstream.port}/readyz`).catch(() => undefined)
    await response?.text()
    upstream.isReady = response?.ok ?? false
  }
  const checks = setInterval(() => void Promise.all(upstreams.map(checkUpstream)), CHECK_INTERVAL_MS)
  const server = createServer((incoming, outgoing) => {
    const readyUpstreams = upstreams.filter(({ isReady }) => isReady)
    turn += 1
    // Each request tries another process first.
    const start = readyUpstreams.length > 0 ? turn % readyUpstreams.length : 0
    const ports = [...readyUpstreams.slice(start), ...readyUpstreams.slice(0, start)].map(({ port }) => port)
    incoming.on('error', () => undefined)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => forwardRequest({ incoming, outgoing, body: Buffer.concat(chunks), ports }))
  })

  function forwardRequest(job: {
    incoming: IncomingMessage
    outgoing: ServerResponse
    body: Buffer
    ports: number[]
  }) {
    const { incoming, outgoing, body, ports } = job
    const [port, ...otherPorts] = ports
    if (port === undefined) return void outgoing.writeHead(502).end('no process is ready')
    const { method, url, headers } = incoming
    const upstreamRequest = request(
      { host: '127.0.0.1', port, method, path: url, headers, agent },
      (response) => {
        const { connection, ...headersWithoutConnection } = response.headers
        outgoing.writeHead(response.statusCode ?? 502, headersWithoutConnection)
        response.pipe(outgoing)
        response.once('error', () => outgoing.destroy())
      },
    )
    upstreamRequest.once('error', (error) => {
      const isUnsent = 'code' in error && error.code === 'ECONNREFUSED'
      if (isUnsent) return forwardRequest({ ...job, ports: otherPorts })
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(error.message)
    })
    upstreamRequest.end(body)
  }

  await Promise.all(upstreams.map(checkUpstream))
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    isReady: (port: number) => upstreams.some((upstream) => upstream.port === port && upstream.isReady),
    close() {
      clearInterval(checks)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
