import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultHarness, startHarness } from '../faults/fault-harness.ts'
import { expectInvariants } from '../faults/invariants.ts'
import { type Buyer, buy, orderIn, readyToBuy } from '../faults/support/buyer.ts'
import { startSentinels } from '../support/redis-topology.ts'
import { until } from '../support/shop.ts'
import { startGalera } from './galera-nodes.ts'
import { startSpreadProxy } from './spread-proxy.ts'

let galera: Awaited<ReturnType<typeof startGalera>>
let sentinels: Awaited<ReturnType<typeof startSentinels>>
let harness: FaultHarness
let proxy: Awaited<ReturnType<typeof startSpreadProxy>>
const placed: number[] = []

beforeAll(async () => {
  galera = await startGalera()
  process.env.DATABASE_URL = galera.nodes[0]?.url
  sentinels = await startSentinels()
  harness = await startHarness(sentinels.environment)
  const webs = await Promise.all([0, 1, 2, 0].map((node) => harness.web(at(node))))
  await Promise.all([0, 1, 2].map((node) => harness.worker(at(node))))
  proxy = await startSpreadProxy(webs.map(({ url }) => url))
}, 300_000)

afterAll(async () => {
  proxy?.end()
  await harness?.end()
  await sentinels?.end()
  await galera?.end()
})

function at(node: number): Record<string, string> {
  const url = new URL(galera.nodes[node]?.url ?? '')
  url.pathname = new URL(harness.environment.DATABASE_URL ?? '').pathname
  return { DATABASE_URL: url.href }
}

test('four webs and three workers on three nodes, without stickiness, each request to another', async () => {
  for (let count = 0; count < 6; count++) {
    const { orderId, buyer } = await buy(proxy.url)
    placed.push(orderId)
    expect((await buyer.get(`${proxy.url}/payment/${orderId}`)).status).toBe(200)
  }
  await expectInvariants(harness, placed)
  expect([...proxy.given.values()].every((requests) => requests > 5)).toBe(true)
})

test.each([1, 2])('thirty identical forms at once become one order (%s)', async () => {
  const { buyer, fields } = await readyToBuy(proxy.url)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => buyer.duplicate().post(`${proxy.url}/checkout`, fields)),
  )
  const orders = new Set(answers.filter(({ status }) => status === 303).map(orderIn))
  expect(answers.every(({ status }) => status === 303 || status === 503)).toBe(true)
  expect(orders.size).toBe(1)
  placed.push(...orders)
  await expectInvariants(harness, placed)
})

test('a node that dies under orders and joins again loses none and doubles none', async () => {
  const buyers: { buyer: Buyer; fields: Record<string, string> }[] = []
  for (let count = 0; count < 12; count++) buyers.push(await readyToBuy(proxy.url))
  const sending = buyers.map(async ({ buyer, fields }, index) => {
    if (index === 4) await galera.nodes[2]?.kill()
    // As a person does: once more, the same form, until there is an answer.
    const answer = await until('an order', async () => {
      const sent = await buyer.post(`${proxy.url}/checkout`, fields).catch(() => undefined)
      return sent?.status === 303 && sent
    })
    return orderIn(answer)
  })
  placed.push(...(await Promise.all(sending)))
  await galera.nodes[2]?.start()
  placed.push((await buy(proxy.url)).orderId)
  await expectInvariants(harness, placed)
})
