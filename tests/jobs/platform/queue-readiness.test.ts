import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { watchQueues } from '#app/jobs/platform/queue-readiness.server.ts'
import { openQueues } from '#app/jobs/platform/queues.server.ts'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a Redis that answers every command with the given line. */
async function startRedisAnswering(line: string) {
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      for (const _command of chunk.toString().matchAll(/\*\d+\r\n/g)) socket.write(`${line}\r\n`)
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return `redis://:guess@127.0.0.1:${getPort(server)}`
}

function getPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Watches the queues on this server. Returns the first state other than a missing connection. */
async function checkReadiness(url: string) {
  const { connection, close } = openQueues(url)
  closers.push(close)
  const refusals: string[] = []
  const read = watchQueues(connection, { onFirstRefusal: (reason) => void refusals.push(reason) })
  await once(connection, 'error')
  return { state: await read(), refusals }
}

test.each([
  '-WRONGPASS invalid username-password pair or user is disabled.',
  '-NOAUTH Authentication required.',
])('reports a rejected login when Redis responds "%s"', async (line) => {
  const { state, refusals } = await checkReadiness(await startRedisAnswering(line))
  expect(state).toMatchObject({ isReady: false, isRefused: true })
  expect(refusals).toHaveLength(1)
  expect(refusals[0]).toContain(line.slice(1))
})

test('reports an unreachable Redis as not ready, but not as a rejected login', async () => {
  const { state, refusals } = await checkReadiness('redis://127.0.0.1:1')
  expect(state).toMatchObject({ isReady: false, isRefused: false })
  expect(state).toHaveProperty('reason', expect.stringContaining('ECONNREFUSED'))
  expect(refusals).toEqual([])
})
