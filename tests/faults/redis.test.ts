import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../support/shop.ts'
import { expectKept } from './kept.ts'
import { buy, makeWorld, type World } from './world.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})

afterEach(() => world.end())

test('with Redis stopped an order is placed as ever, and its boleto follows when Redis is back', async () => {
  await world.redis.stop()
  const web = await world.web()
  await world.worker()
  const { orderId, buyer, answer } = await buy(web.url)
  expect(answer.status).toBe(303)
  expect((await buyer.get(`${web.url}/payment/${orderId}`)).text).toContain('Seu boleto está sendo gerado…')
  await world.redis.start()
  await expectKept(world, [orderId])
})

test('a frozen Redis does not touch the sale', async () => {
  const web = await world.web()
  await world.worker()
  world.redis.signal('SIGSTOP')
  const { orderId, buyer, answer } = await buy(web.url)
  expect(answer.status).toBe(303)
  expect((await buyer.get(`${web.url}${answer.location}`)).text).toContain('Seu boleto está sendo gerado…')
  world.redis.signal('SIGCONT')
  await expectKept(world, [orderId])
})

test.each([
  ['with its log', false],
  ['empty', true],
])(
  'a Redis that was killed and comes back %s loses no order and doubles no effect',
  async (_how, isEmpty) => {
    const web = await world.web()
    const frozen = await world.worker()
    const { orderId } = await buy(web.url)
    await until('a published row', async () => {
      const row = await world.db.selectFrom('outbox').select('published_at').executeTakeFirstOrThrow()
      if (row.published_at) frozen.signal('SIGSTOP')
      return row.published_at !== null
    })
    await world.redis.kill()
    const meanwhile = await buy(web.url)
    if (isEmpty) await world.redis.forget()
    await world.redis.start()
    frozen.signal('SIGKILL')
    await world.worker()
    await expectKept(world, [orderId, meanwhile.orderId])
  },
)

test('with Redis away a worker told to stop finishes and ends by itself', async () => {
  const worker = await world.worker()
  await world.redis.stop()
  expect(await worker.stop()).toBe(0)
})
