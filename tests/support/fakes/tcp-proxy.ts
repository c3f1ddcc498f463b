import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type ProxyFault = {
  /** text in a client's packet that starts the fault */
  when: string
  /** limits the fault to connections on which the client sent this text before */
  after?: string
  /**
   * 'silence' discards the responses, 'lose-answer' cuts after the server acted, 'cut' before the server
   * receives the packet, 'cut-all' all connections
   */
  what: 'silence' | 'lose-answer' | 'cut' | 'cut-all'
}

/** Starts a proxy that forwards connections and breaks them on demand. */
export async function startProxy(target: { port: number; host?: string }) {
  let fault: ProxyFault | undefined
  let resolveFault: (() => void) | undefined
  let outage: 'silence' | 'refuse' | undefined
  let latencyMs = 0
  const sockets = new Set<Socket>()
  let connectionCount = 0
  const server = createServer((client) => {
    connectionCount += 1
    const upstream = connect(target.port, target.host ?? '127.0.0.1')
    let activeFault: ProxyFault['what'] | undefined
    let hasSentPrecondition = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    if (outage === 'refuse') client.destroy()
    client.on('data', (chunk: Buffer) => {
      if (outage) return
      const mayFail = fault !== undefined && (fault.after === undefined || hasSentPrecondition)
      if (fault && mayFail && chunk.includes(fault.when)) {
        activeFault = fault.what
        fault = undefined
        resolveFault?.()
      } else if (fault?.after !== undefined) hasSentPrecondition ||= chunk.includes(fault.after)
      if (activeFault === 'cut') return client.destroy()
      if (activeFault === 'cut-all') return cutAll()
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (outage) return
      if (activeFault === undefined && latencyMs > 0)
        return void setTimeout(() => client.write(chunk), latencyMs)
      if (activeFault === undefined) return client.write(chunk)
      if (activeFault === 'lose-answer') client.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    port: address.port,
    /** Injects a fault. Resolves when the fault has happened. */
    break(nextFault: ProxyFault): Promise<void> {
      fault = nextFault
      return new Promise((resolve) => {
        resolveFault = resolve
      })
    },
    /** Delays every response. */
    delay(ms: number): void {
      latencyMs = ms
    },
    /** 'silence' keeps connections open without a response; 'refuse' cuts and rejects them. */
    fail(kind: 'silence' | 'refuse'): void {
      outage = kind
      if (kind === 'refuse') cutAll()
    },
    /** Accepts new connections again and cuts the open ones. */
    recover(): void {
      outage = undefined
      cutAll()
    },
    /** Returns how many connections were opened since the start. */
    countConnections: () => connectionCount,
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a proxy. Returns a database URL that leads through it. */
export async function startDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 3306) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
