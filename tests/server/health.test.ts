import { expect, test } from 'vitest'
import { startEdge } from './test-server.ts'

test.each([
  { name: 'everything works', up: true, draining: false, ready: 200, words: 'ok' },
  { name: 'the database is down', up: false, draining: false, ready: 503, words: 'not ready' },
  { name: 'the process is about to end', up: true, draining: true, ready: 503, words: 'not ready' },
  {
    name: 'the database is down and the process is about to end',
    up: false,
    draining: true,
    ready: 503,
    words: 'not ready',
  },
])('when $name, /readyz returns $ready and /healthz returns ok', async ({ up, draining, ready, words }) => {
  const edge = await startEdge({ isDatabaseReady: async () => up, isDraining: () => draining })
  const [readyz, healthz] = [await edge.send({ path: '/readyz' }), await edge.send({ path: '/healthz' })]
  expect([readyz.status, readyz.body]).toEqual([ready, words])
  expect([healthz.status, healthz.body]).toEqual([200, 'ok unbuilt'])
  for (const { headers } of [readyz, healthz]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  await edge.close()
})

test('the readiness probe of a stopping process does not query the database', async () => {
  let queryCount = 0
  const isDatabaseReady = async () => {
    queryCount += 1
    return true
  }
  const edge = await startEdge({ isDatabaseReady, isDraining: () => true })
  await edge.send({ path: '/readyz' })
  expect(queryCount).toBe(0)
  await edge.close()
})

test('the health probes reject forms', async () => {
  const edge = await startEdge()
  for (const path of ['/healthz', '/readyz'])
    expect((await edge.send({ method: 'POST', path })).status).toBe(403)
  await edge.close()
})

test('responses close the connection while the port closes, not while the process is unready', async () => {
  let closing = false
  const edge = await startEdge({ isDraining: () => true, isClosing: () => closing })
  const listConnections = async () => {
    const paths = ['/ui', '/healthz', '/readyz']
    const answers = await Promise.all(
      paths.map((path) => edge.send({ path, headers: { Connection: 'keep-alive' } })),
    )
    return answers.map(({ headers }) => headers.connection)
  }
  expect(await listConnections()).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])
  closing = true
  expect(await listConnections()).toEqual(['close', 'close', 'close'])
  await edge.close()
})
