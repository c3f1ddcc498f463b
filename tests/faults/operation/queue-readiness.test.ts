import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { launchWorker, type ShopProcess, waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from '../fault-harness.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

const fetchReadiness = async ({ url }: ShopProcess) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, body: await response.text() }
}
const waitForReadiness = (worker: ShopProcess, body: string) =>
  waitFor(`the worker to be "${body}"`, async () => (await fetchReadiness(worker)).body === body)
const fetchMetrics = async ({ url }: ShopProcess) => (await fetch(`${url}/metrics`)).text()
const areQueuesCounted = async () => {
  const heartbeats = await harness.db.selectFrom('worker_heartbeats').select('queues').execute()
  return heartbeats.length > 0 && heartbeats.every(({ queues }) => queues !== null)
}

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'another' })],
  ['no password', (url: URL) => Object.assign(url, { password: '' })],
])('a worker with %s for Redis exits and logs the reason without the address', async (_name, change) => {
  const address = change(new URL(harness.redis.url))
  const worker = await launchWorker({ ...harness.environment, ...workerWithoutPdf, REDIS_URL: address.href })
  expect(await worker.ended).toBe(1)
  expect(worker.output()).toMatch(/"reason":"[^"]*(NOAUTH|WRONGPASS)/)
  expect(worker.output()).toContain('REDIS_URL: Redis refuses the login of this worker')
  expect(worker.output()).not.toMatch(/redis:\/\/|another/)
})

test('a worker without Redis is not ready, logs this and reports it in the metrics until Redis returns', async () => {
  const worker = await harness.startWorker(workerWithoutPdf)
  await waitForReadiness(worker, 'ok')
  expect(worker.output()).not.toContain('alert: ')
  expect(await fetchMetrics(worker)).toContain('aeropub_redis_up 1')
  await waitFor('a heartbeat with queue counts', areQueuesCounted)

  await harness.redis.stop()
  await waitForReadiness(worker, 'redis unusable')
  expect((await fetchReadiness(worker)).status).toBe(503)
  await waitFor('a heartbeat without queue counts', async () => !(await areQueuesCounted()))
  await waitFor('the metric to report Redis as down', async () =>
    (await fetchMetrics(worker)).includes('aeropub_redis_up 0'),
  )
  expect(worker.output()).toContain('alert: the worker cannot use its queues in Redis')

  await harness.redis.start()
  await waitForReadiness(worker, 'ok')
  expect(worker.output()).toContain('the queues in Redis can be used again')
})

test('a worker is not ready when Redis rejects writes or its password', async () => {
  const worker = await harness.startWorker(workerWithoutPdf)
  await waitForReadiness(worker, 'ok')
  const redis = new Redis(harness.redis.url)
  await redis.config('SET', 'maxmemory', '1')
  await waitForReadiness(worker, 'redis unusable')
  expect(worker.output()).toMatch(/"reason":"OOM/)
  await redis.config('SET', 'maxmemory', '0')
  await waitForReadiness(worker, 'ok')

  const { password } = new URL(harness.redis.url)
  await redis.config('SET', 'requirepass', 'changed')
  // Disconnects the worker, which must log in again.
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await waitForReadiness(worker, 'redis refuses the login')
  await redis.config('SET', 'requirepass', password)
  await redis.quit()
  await waitForReadiness(worker, 'ok')
})
