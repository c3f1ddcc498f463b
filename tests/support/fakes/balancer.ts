import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const CHECK_MS = 200

type Upstream = { port: number; isReady: boolean }

/** Starts a proxy of web processes as in production. It never sends a request twice. */
export async function startBalancer(ports: readonly number[]) {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const checkUpstream = async (upstream: Upstream) => {
    const answer = await fetch(`http://127.0.0.1:${upstream.port}/readyz`).catch(() => undefined)
    await answer?.text()
    upstream.isReady = answer?.ok ?? false
  }
  const checks = setInterval(() => void Promise.all(upstreams.map(checkUpstream)), CHECK_MS)
  const server = createServer((incoming, outgoing) => {
    const readyUpstreams = upstreams.filter(({ isReady }) => isReady)
    turn += 1
    const portsInTurn = readyUpstreams.map(
      (_, index) => readyUpstreams[(turn + index) % readyUpstreams.length]?.port ?? 0,
    )
    incoming.on('error', () => undefined)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () =>
      forwardRequest({ incoming, outgoing, body: Buffer.concat(chunks), portsInTurn }),
    )
  })

  function forwardRequest(job: {
    incoming: IncomingMessage
    outgoing: ServerResponse
    body: Buffer
    portsInTurn: number[]
  }) {
    const { incoming, outgoing, body, portsInTurn } = job
    const [port, ...others] = portsInTurn
    if (port === undefined) return void outgoing.writeHead(502).end('nobody is ready')
    const { method, url, headers } = incoming
    const upstreamRequest = request(
      { host: '127.0.0.1', port, method, path: url, headers, agent },
      (answer) => {
        const { connection, ...headersWithoutConnection } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, headersWithoutConnection)
        answer.pipe(outgoing)
        answer.once('error', () => outgoing.destroy())
      },
    )
    upstreamRequest.once('error', (error) => {
      const isUnsent = 'code' in error && error.code === 'ECONNREFUSED'
      if (isUnsent) return forwardRequest({ ...job, portsInTurn: others })
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
