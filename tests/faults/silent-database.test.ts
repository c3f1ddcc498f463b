import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '../support/fakes/tcp-proxy.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { publications } from './support/buyer.ts'

/** The time limit of a request after the outage was detected (D123). */
const KNOWN_LIMIT_MS = 2_000

let harness: FaultHarness
let line: Awaited<ReturnType<typeof startDatabaseProxy>>
let shop: ShopProcess

beforeAll(async () => {
  harness = await startHarness()
  line = await startDatabaseProxy(harness.environment.DATABASE_URL ?? '')
  const limits = { QUERY_TIMEOUT_MS: '3000', POOL_TIMEOUT_MS: '2000' }
  shop = await harness.startWeb({ DATABASE_URL: line.url, ...limits })
})
afterAll(async () => {
  await harness.end()
  await line.close()
})

async function fetchTimed(path: string, limitMs = 30_000) {
  // Pages with a session cookie, even of an unknown session, are not cached.
  const headers = { Cookie: 'device=of-somebody; session=InRva2VuIg%3D%3D' }
  const response = await fetch(`${shop.url}${path}`, { headers, signal: AbortSignal.timeout(limitMs) })
  return { status: response.status, text: await response.text() }
}

const paths = [
  '/',
  '/publications?search=a',
  `/publications/${publications.manual}`,
  '/cart',
  '/login',
  '/orders',
]

test('an unresponsive database is awaited once; then pages return 503 at once until it recovers', async () => {
  await Promise.all([...paths, ...paths].map((path) => fetchTimed(path)))
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  line.fail('silence')
  expect((await fetchTimed('/cart')).status).toBe(503)
  for (let round = 0; round < 3; round++)
    for (const { status, text } of await Promise.all(paths.map((path) => fetchTimed(path, KNOWN_LIMIT_MS)))) {
      expect(status).toBe(503)
      expect(text).toContain('Estamos em manutenção rápida')
    }
  expect((await fetch(`${shop.url}/readyz`, { signal: AbortSignal.timeout(KNOWN_LIMIT_MS) })).status).toBe(
    503,
  )
  line.recover()
  await waitFor('the shop', async () => (await fetch(`${shop.url}/readyz`)).status === 200)
  for (const path of paths) expect((await fetchTimed(path)).status).toBe(200)
})
