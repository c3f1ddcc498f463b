import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

test('an order is placed normally without Redis, and its boleto follows when Redis starts (row 4)', async () => {
  await harness.redis.stop()
  const web = await harness.startWeb()
  await harness.startWorker()
  const { orderId, buyer, response } = await buyPublication(web.url)
  expect(response.status).toBe(303)
  expect((await buyer.get(`${web.url}/payment/${orderId}`)).text).toContain('Seu boleto está sendo gerado…')
  await harness.redis.start()
  await expectInvariants(harness, [orderId])
})

test('an order is placed normally while Redis is frozen, and its boleto follows (row 6)', async () => {
  const web = await harness.startWeb()
  await harness.startWorker()
  harness.redis.signal('SIGSTOP')
  const { orderId, buyer, response } = await buyPublication(web.url)
  expect(response.status).toBe(303)
  expect((await buyer.get(`${web.url}${response.location}`)).text).toContain('Seu boleto está sendo gerado…')
  harness.redis.signal('SIGCONT')
  await expectInvariants(harness, [orderId])
})

test('an order is placed normally while the memory of Redis is full, and its boleto follows (row 7)', async () => {
  const web = await harness.startWeb()
  await harness.startWorker()
  const redis = new Redis(harness.redis.url)
  await redis.config('SET', 'maxmemory', '1')
  await expect(redis.set('anything', 'at all')).rejects.toThrow('OOM')
  const { orderId, buyer, response } = await buyPublication(web.url)
  expect(response.status).toBe(303)
  expect((await buyer.get(`${web.url}${response.location}`)).text).toContain('Seu boleto está sendo gerado…')
  await redis.config('SET', 'maxmemory', '0')
  await redis.quit()
  await expectInvariants(harness, [orderId])
})

test.each([
  ['with its log', false],
  ['empty', true],
])(
  'a Redis killed and restarted %s loses no order and duplicates no effect (row 5)',
  async (_how, isEmpty) => {
    const web = await harness.startWeb()
    const frozen = await harness.startWorker()
    const { orderId } = await buyPublication(web.url)
    // Freezes the worker when its first job is in Redis.
    await waitFor('a published row', async () => {
      const row = await harness.db.selectFrom('outbox').select('published_at').executeTakeFirstOrThrow()
      if (row.published_at) frozen.signal('SIGSTOP')
      return row.published_at !== null
    })
    await harness.redis.kill()
    const meanwhile = await buyPublication(web.url)
    if (isEmpty) await harness.redis.deleteData()
    await harness.redis.start()
    frozen.signal('SIGKILL')
    await harness.startWorker()
    await expectInvariants(harness, [orderId, meanwhile.orderId])
  },
)

test('a worker that has lost Redis exits with code 0 on SIGTERM', async () => {
  const worker = await harness.startWorker()
  await harness.redis.stop()
  expect(await worker.stop()).toBe(0)
})
