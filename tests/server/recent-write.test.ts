import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './test-server.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge({ replicaMaxLagMs: 2_500, isReplicaUsed: () => false })
})
afterAll(() => edge.close())

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

async function loadContext(request: { method?: string; headers?: Record<string, string> }) {
  await edge.send({ path: '/ui', ...request })
  return edge.diary.contexts.at(-1)
}

test('a form sets an HttpOnly cookie for the maximum lag and one second, rounded up', async () => {
  const { headers } = await edge.send({ method: 'POST', path: '/resource', headers: sameOrigin })
  expect(headers['set-cookie']).toEqual(['written=1; Max-Age=4; Path=/; HttpOnly; SameSite=Lax'])
})

test('a GET sets no cookie', async () => {
  for (const path of ['/ui', '/resource'])
    expect((await edge.send({ path })).headers['set-cookie']).toBeUndefined()
})

test.each([
  { cookie: 'session=abc', isLagAllowed: true },
  { cookie: 'session=abc; written=1', isLagAllowed: false },
  { cookie: '__Host-written=1', isLagAllowed: false },
  { cookie: 'rewritten=1; written=; session=abc', isLagAllowed: true },
])('with the cookies "$cookie" a page can lag: $isLagAllowed', async ({ cookie, isLagAllowed }) => {
  expect(await loadContext({ headers: { Cookie: cookie } })).toMatchObject({ isLagAllowed })
})

test('without a replica a form sets no cookie, and pages cannot lag', async () => {
  const edgeWithoutReplica = await startEdge()
  const { headers } = await edgeWithoutReplica.send({
    method: 'POST',
    path: '/resource',
    headers: sameOrigin,
  })
  await edgeWithoutReplica.send({ path: '/ui' })
  expect(headers['set-cookie']).toBeUndefined()
  expect(edgeWithoutReplica.diary.contexts.at(-1)).toMatchObject({ isLagAllowed: false })
  await edgeWithoutReplica.close()
})

test('prefixes the cookie with __Host- over https', async () => {
  const secure = await startEdge({ replicaMaxLagMs: 2_000, publicUrl: 'https://loja.exemplo.test' })
  const { headers } = await secure.send({
    method: 'POST',
    path: '/resource',
    headers: { ...sameOrigin, Host: 'loja.exemplo.test' },
  })
  expect(headers['set-cookie']).toEqual([
    '__Host-written=1; Max-Age=3; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  await secure.close()
})

test('/readyz reports the missing replica and stays ready', async () => {
  const { status, body } = await edge.send({ path: '/readyz' })
  expect([status, body]).toEqual([200, 'ok\nreplica not in use'])
})
