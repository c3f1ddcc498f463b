import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Fault = {
  /** bytes in a client's packet that trigger the fault */
  when: string
  /** limits the fault to connections that sent these bytes before */
  after?: string
  /** 'lose-answer' cuts after the server acted, 'cut' before it gets the packet, 'cut-all' all connections */
  what: 'silence' | 'lose-answer' | 'cut' | 'cut-all'
}

/** Starts a proxy that forwards connections and breaks them on demand. */
export async function startProxy(target: { port: number; host?: string }) {
  let fault: Fault | undefined
  let happened: (() => void) | undefined
  let outage: 'silence' | 'refuse' | undefined
  let latencyMs = 0
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((client) => {
    taken += 1
    const upstream = connect(target.port, target.host ?? '127.0.0.1')
    let broken: Fault['what'] | undefined
    let isReached = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    if (outage === 'refuse') client.destroy()
    client.on('data', (chunk: Buffer) => {
      if (outage) return
      if (fault && (fault.after === undefined || isReached) && chunk.includes(fault.when)) {
        broken = fault.what
        fault = undefined
        happened?.()
      } else if (fault?.after !== undefined) isReached ||= chunk.includes(fault.after)
      if (broken === 'cut') return client.destroy()
      if (broken === 'cut-all') return cutAll()
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (outage) return
      if (broken === undefined && latencyMs > 0) return void setTimeout(() => client.write(chunk), latencyMs)
      if (broken === undefined) return client.write(chunk)
      if (broken === 'lose-answer') client.destroy()
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
    /** Resolves when the fault has happened. */
    break(next: Fault): Promise<void> {
      fault = next
      return new Promise((resolve) => {
        happened = resolve
      })
    },
    /** Delays every response by this time in milliseconds. */
    delay(ms: number): void {
      latencyMs = ms
    },
    /** 'silence' keeps connections open without a response; 'refuse' cuts and rejects them. */
    fail(how: 'silence' | 'refuse'): void {
      outage = how
      if (how === 'refuse') cutAll()
    },
    /** Accepts new connections again and cuts the open ones. */
    recover(): void {
      outage = undefined
      cutAll()
    },
    /** Returns how many connections were opened. */
    taken: () => taken,
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a proxy. Returns a database URL that leads through it. */
export async function proxied(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 3306) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
