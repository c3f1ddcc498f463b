import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drainServer, shutDownGracefully } from '#server/shutdown.ts'
import { type Edge, startEdge } from './test-server.ts'

let edge: Edge
let isDraining = false

beforeEach(async () => {
  isDraining = false
  edge = await startEdge({ isDraining: () => isDraining })
})
afterEach(() => edge.close())

/** Shuts down as the process does at SIGTERM. `exited` returns its exit code. */
function terminateServer() {
  isDraining = true
  const closedResources: string[] = []
  const exited = new Promise<number>((resolve) => {
    const closeResources = async () => void closedResources.push('database')
    drainServer(edge.server, closeResources, resolve)
  })
  return { exited, closedResources }
}

test('finishes a slow response, rejects connections, then stops before its time limit', async () => {
  const slowReply = edge.send({ path: '/slow' })
  await edge.diary.slow.entered
  const { exited, closedResources } = terminateServer()
  await expect(edge.send({ path: '/ui' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(closedResources).toEqual([])
  edge.diary.slow.finish()
  expect(await slowReply).toMatchObject({ status: 200, body: 'slow but whole' })
  expect(await exited).toBe(0)
  expect(closedResources).toEqual(['database'])
})

test('the shutdown closes idle connections before a running response finishes', async () => {
  // As in the shop, where the timeout of idle connections is longer than that of the shutdown.
  edge.server.keepAliveTimeout = 20_000
  const idleSocket = connect(edge.port, '127.0.0.1')
  idleSocket.write('GET /ui HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idleSocket, 'data')
  const slowSocket = connect(edge.port, '127.0.0.1')
  slowSocket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n')
  await edge.diary.slow.entered
  const { exited } = terminateServer()
  await once(idleSocket.resume(), 'close')
  edge.diary.slow.finish()
  const [chunk] = await once(slowSocket, 'data')
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 200/)
  expect(await exited).toBe(0)
  for (const socket of [idleSocket, slowSocket]) socket.destroy()
})

test('a server without requests stops before its time limit', async () => {
  expect(await terminateServer().exited).toBe(0)
})

test('stops although its resources cannot be closed', async () => {
  const exited = new Promise<number>((resolve) => {
    drainServer(edge.server, () => Promise.reject(new Error('gone already')), resolve)
  })
  expect(await exited).toBe(0)
})

test('stops with code 1 after ten seconds of running work', async () => {
  const hanging = edge.send({ path: '/slow' }).catch(() => undefined)
  await edge.diary.slow.entered
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const codes: number[] = []
  drainServer(
    edge.server,
    async () => {},
    (code) => codes.push(code),
  )
  vi.advanceTimersByTime(9_999)
  expect(codes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(codes).toEqual([1])
  vi.useRealTimers()
  edge.diary.slow.finish()
  await hanging
})

test.each([
  { name: 'behind a proxy', lameDuckMs: 5_000, closingAfterMs: 5_000, closedAfterMs: 1_000 },
  { name: 'without a proxy', lameDuckMs: 0, closingAfterMs: 0, closedAfterMs: 0 },
])(
  '$name the port closes after the proxies’ notice time',
  ({ lameDuckMs, closingAfterMs, closedAfterMs }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const steps: string[] = []
    const announceClose = () => void (steps.includes('closing') || steps.push('closing'))
    shutDownGracefully({ lameDuckMs, announceClose, close: () => void steps.push('closed') })
    if (closingAfterMs > 0) {
      vi.advanceTimersByTime(closingAfterMs - 1)
      expect(steps).toEqual([])
      vi.advanceTimersByTime(1)
      expect(steps).toEqual(['closing'])
      vi.advanceTimersByTime(closedAfterMs)
    }
    expect(steps).toEqual(['closing', 'closed'])
    vi.useRealTimers()
  },
)

test('two presses of Ctrl+C close once, without waiting for a proxy', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const steps: string[] = []
  const close = () => void steps.push('closed')
  const { closeNow } = shutDownGracefully({ lameDuckMs: 5_000, announceClose: () => undefined, close })
  closeNow()
  closeNow()
  vi.advanceTimersByTime(60_000)
  expect(steps).toEqual(['closed'])
  vi.useRealTimers()
})
