import { beforeAll, expect, test, vi } from 'vitest'
import type { Edge } from './test-server.ts'

let edge: Edge

/** Starts the whole shop with a database that rejects all connections. */
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'mysql://nobody@127.0.0.1:1/none')
  // The edge reads the environment, so the test imports it after the change.
  const { startEdge } = await import('./test-server.ts')
  const { build } = await import('#tests/support/app-client.ts')
  const { db } = await import('#app/models/platform/db.server.ts')
  const { readDatabaseState } = await import('#app/models/platform/readiness/database-readiness.server.ts')
  edge = await startEdge({
    build,
    isDatabaseReady: async () => (await readDatabaseState('0001')) === 'ready',
  })
  return async () => {
    await edge.close()
    await db.destroy()
    vi.unstubAllEnvs()
  }
})

const formHeaders = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }

test.each(['/', '/publications', '/publications/1', '/cart', '/status', '/contact', '/orders', '/payment/1'])(
  'returns 503 in Portuguese for %s without a database',
  async (path) => {
    const { status, headers, body } = await edge.send({
      path,
      headers: { Cookie: 'session=InRva2VuIg%3D%3D; cart=ImNhcnQi' },
    })
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
    expect(body).toContain('<title>Estamos em manutenção rápida · Aeropub</title>')
    expect(body).toContain('Seu carrinho está salvo; tente de novo em instantes.')
    expect(body).toContain(String(headers['x-request-id']))
    expect(body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1:1|mysql|node_modules/)
  },
)

test.each(['/admin', '/admin/orders', '/admin/report/product/?start=2017-01-01&end=2026-12-31'])(
  'shows staff their own message at %s, with a link to the back-office',
  async (path) => {
    const { status, headers, body } = await edge.send({
      path,
      headers: { Cookie: 'session=InRva2VuIg%3D%3D' },
    })
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toContain('<title>O sistema está ocupado · Aeropub</title>')
    expect(body).toContain('O banco de dados não respondeu a tempo.')
    expect(body).not.toMatch(/carrinho está|manutenção/i)
    expect(body).toContain('Ir para o painel')
  },
)

test('returns 503 in Portuguese for a form without a database', async () => {
  const body = 'email=a%40exemplo.test&password=x'
  const reply = await edge.send({
    method: 'POST',
    path: '/login',
    headers: { ...formHeaders, 'Content-Length': String(body.length) },
    body,
  })
  expect(reply.status).toBe(503)
  expect(reply.body).toContain('manutenção rápida')
})

test('the process reports that it is alive and not ready', async () => {
  expect((await edge.send({ path: '/healthz' })).status).toBe(200)
  expect((await edge.send({ path: '/readyz' })).status).toBe(503)
})
