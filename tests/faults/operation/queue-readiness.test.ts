import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { launchWorker, type ShopProcess, until } from '../../support/shop.ts'
import { type FaultHarness, startHarness, withoutPdf } from '../fault-harness.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

const fetchReadiness = async ({ url }: ShopProcess) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, words: await answer.text() }
}
const waitForReadiness = (worker: ShopProcess, words: string) =>
  until(`the worker to be "${words}"`, async () => (await fetchReadiness(worker)).words === words)
const fetchMetrics = async ({ url }: ShopProcess) => (await fetch(`${url}/metrics`)).text()
const listLanesTaken = async () => {
  const beats = await harness.db.selectFrom('worker_heartbeats').select('queues').execute()
  return beats.length > 0 && beats.every(({ queues }) => queues !== null)
}

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'another' })],
  ['no password', (url: URL) => Object.assign(url, { password: '' })],
])('a worker with %s for Redis exits with the reason, without the address', async (_what, change) => {
  const address = change(new URL(harness.redis.url))
  const worker = await launchWorker({ ...harness.environment, ...withoutPdf, REDIS_URL: address.href })
  expect(await worker.ended).toBe(1)
  expect(worker.output()).toMatch(/"reason":"[^"]*(NOAUTH|WRONGPASS)/)
  expect(worker.output()).toContain('REDIS_URL: Redis refuses the login of this worker')
  expect(worker.output()).not.toMatch(/redis:\/\/|another/)
})

test('a worker without Redis is not ready, logs it and shows it until Redis returns', async () => {
  const worker = await harness.worker(withoutPdf)
  await waitForReadiness(worker, 'ok')
  expect(worker.output()).not.toContain('alert: ')
  expect(await fetchMetrics(worker)).toContain('aeropub_redis_up 1')
  await until('a heartbeat that counts', listLanesTaken)

  await harness.redis.stop()
  await waitForReadiness(worker, 'redis unusable')
  expect((await fetchReadiness(worker)).status).toBe(503)
  await until('a heartbeat without queues', async () => !(await listLanesTaken()))
  await until('the metric', async () => (await fetchMetrics(worker)).includes('aeropub_redis_up 0'))
  expect(worker.output()).toContain('alert: the worker cannot use its queues in Redis')

  await harness.redis.start()
  await waitForReadiness(worker, 'ok')
  expect(worker.output()).toContain('the queues in Redis can be used again')
})

test('a worker is not ready when Redis rejects writes or its password', async () => {
  const worker = await harness.worker(withoutPdf)
  await waitForReadiness(worker, 'ok')
  const redis = new Redis(harness.redis.url)
  await redis.config('SET', 'maxmemory', '1')
  await waitForReadiness(worker, 'redis unusable')
  expect(worker.output()).toMatch(/"reason":"OOM/)
  await redis.config('SET', 'maxmemory', '0')
  await waitForReadiness(worker, 'ok')

  const { password } = new URL(harness.redis.url)
  await redis.config('SET', 'requirepass', 'changed')
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await waitForReadiness(worker, 'redis refuses the login')
  await redis.config('SET', 'requirepass', password)
  await redis.quit()
  await waitForReadiness(worker, 'ok')
})
