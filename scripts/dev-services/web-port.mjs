import { isIP } from 'node:net'
import { Problem } from './log.mjs'
import { isPortFree } from './ports.mjs'

const usual = 3000

/** Returns HOST, unless it is the name of the machine, which some shells export. */
export function getWebHost() {
  const host = process.env.HOST ?? ''
  return isIP(host) || host === 'localhost' ? host : '127.0.0.1'
}

/** Returns PORT, or the first free port from 3000. @returns {Promise<{ port: number, note?: string }>} */
export async function choosePort() {
  const wanted = process.env.PORT
  if (wanted) {
    const port = Number(wanted)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Problem(`PORT is not a valid port: ${wanted}`)
    if (await isPortFree(port, getWebHost())) return { port }
    throw new Problem(`Port ${port} (PORT) is used by another program. Choose another, or leave PORT empty.`)
  }
  for (let port = usual; port < usual + 100; port++) {
    if (!(await isPortFree(port, getWebHost()))) continue
    return port === usual
      ? { port }
      : { port, note: `Port ${usual} is used by another program; the shop uses ${port}.` }
  }
  throw new Problem(`No free port from ${usual} to ${usual + 99}. Name one with PORT.`)
}
