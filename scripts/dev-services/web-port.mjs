import { isIP } from 'node:net'
import { Problem } from './log.mjs'
import { isPortFree } from './ports.mjs'

const DEFAULT_PORT = 3000

/** Returns HOST, unless it is the name of the machine, which some shells export. */
export function getWebHost() {
  const host = process.env.HOST ?? ''
  return isIP(host) || host === 'localhost' ? host : '127.0.0.1'
}

/** Returns PORT, or the first free port from 3000. @returns {Promise<{ port: number, note?: string }>} */
export async function choosePort() {
  const requestedPort = process.env.PORT
  if (requestedPort) {
    const port = Number(requestedPort)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Problem(`PORT is not a valid port: ${requestedPort}`)
    if (await isPortFree(port, getWebHost())) return { port }
    throw new Problem(`Port ${port} (PORT) is used by another program. Choose another, or leave PORT empty.`)
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port++) {
    if (!(await isPortFree(port, getWebHost()))) continue
    return port === DEFAULT_PORT
      ? { port }
      : { port, note: `Port ${DEFAULT_PORT} is used by another program; the shop uses ${port}.` }
  }
  throw new Problem(`No free port from ${DEFAULT_PORT} to ${DEFAULT_PORT + 99}. Name one with PORT.`)
}
