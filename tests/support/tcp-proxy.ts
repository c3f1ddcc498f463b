import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

type Fault = {
  /** Bytes of a client's packet that bring the fault about. */
  when: string
  /** 'silence': nothing comes back any more. 'lose-answer': the server acts, then the line is cut. */
  what: 'silence' | 'lose-answer'
}

/** A line to a server on this machine that breaks as told, once per `break`. */
export async function startProxy(target: { port: number; host?: string }) {
  let fault: Fault | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host ?? '127.0.0.1')
    let broken: Fault['what'] | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('data', (chunk: Buffer) => {
      if (fault && chunk.includes(fault.when)) {
        broken = fault.what
        fault = undefined
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (broken === undefined) return client.write(chunk)
      if (broken === 'lose-answer') client.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    port: address.port,
    break(next: Fault) {
      fault = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The same database address through a proxy. */
export async function proxied(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 3306) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
