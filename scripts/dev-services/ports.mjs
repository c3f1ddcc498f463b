import { connect, createServer } from 'node:net'

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns {Promise<number>} */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export function isListening(port, host = '127.0.0.1', timeout = 2000) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const resolveWith = (/** @type {boolean} */ result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(timeout, () => resolveWith(false))
    socket.once('connect', () => resolveWith(true))
    socket.once('error', () => resolveWith(false))
  })
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
export async function isPortFree(port, host = '127.0.0.1') {
  // A browser may resolve "localhost" to either address.
  if ((await isListening(port, '127.0.0.1')) || (await isListening(port, '::1'))) return false
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Returns false after the timeout. @param {() => boolean | Promise<boolean>} isDone @param {number} [timeout] */
export async function waitUntil(isDone, timeout = 60_000) {
  const endsAt = Date.now() + timeout
  for (;;) {
    if (await isDone()) return true
    if (Date.now() > endsAt) return false
    await sleep(60)
  }
}

/** @param {string} address */
export async function isHealthy(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000), redirect: 'manual' })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
