import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication, prepareBuyer, readOrderNumber } from './support/buyer.ts'

type Line = Awaited<ReturnType<typeof startDatabaseProxy>>

let harness: FaultHarness
let shop: ShopProcess
let webLine: Line
let workerLine: Line
const placedOrderIds: number[] = []

// Uses the limits of production: a request that waits longer for the database receives a 503.
beforeAll(async () => {
  harness = await startHarness({ QUERY_TIMEOUT_MS: '3000', POOL_TIMEOUT_MS: '2000' })
  const url = harness.environment.DATABASE_URL ?? ''
  ;[webLine, workerLine] = await Promise.all([startDatabaseProxy(url), startDatabaseProxy(url)])
  shop = await harness.startWeb({ DATABASE_URL: webLine.url })
  await harness.startWorker({ DATABASE_URL: workerLine.url })
})

afterEach(() => {
  for (const line of [webLine, workerLine]) {
    line.delay(0)
    line.recover()
  }
})

afterAll(async () => {
  await harness.end()
  await Promise.all([webLine.close(), workerLine.close()])
})

/** The text for a buyer who sends a form during an outage. */
const maintenanceText = /Estamos em manutenção rápida/

test('an order is placed normally while the database delays each statement by 200 ms (row 13)', async () => {
  const { buyer, fields } = await prepareBuyer(shop.url)
  webLine.delay(200)
  const response = await buyer.post(`${shop.url}/checkout`, fields)
  expect(response.status).toBe(303)
  webLine.delay(0)
  placedOrderIds.push(readOrderNumber(response))
  await expectInvariants(harness, placedOrderIds)
})

test.each([
  ['is unresponsive', 'silence'],
  ['refuses connections', 'refuse'],
] as const)(
  'while the database %s, forms receive 503 with a message, and succeed when sent again later (row 13)',
  async (_how, outage) => {
    const { buyer, fields } = await prepareBuyer(shop.url)
    for (const line of [webLine, workerLine]) line.fail(outage)
    const meanwhile = await buyer.submit(`${shop.url}/checkout`, fields)
    expect([meanwhile.status, meanwhile.retryAfter]).toEqual([503, '5'])
    expect(meanwhile.text).toMatch(maintenanceText)
    for (const line of [webLine, workerLine]) line.recover()
    placedOrderIds.push(await postUntilPlaced(buyer, fields))
    await expectInvariants(harness, placedOrderIds)
  },
)

test('only the web reports an outage when it loses the database, and the worker finishes placed orders (row 29)', async () => {
  const { orderId } = await buyPublication(shop.url)
  const { buyer, fields } = await prepareBuyer(shop.url)
  webLine.fail('refuse')
  expect((await buyer.submit(`${shop.url}/checkout`, fields)).text).toMatch(maintenanceText)
  await harness.waitUntilDone()
  webLine.recover()
  placedOrderIds.push(orderId, await postUntilPlaced(buyer, fields))
  await expectInvariants(harness, placedOrderIds)
})

test('a worker without database delays no order, and does its work afterwards (row 29)', async () => {
  workerLine.fail('silence')
  const { orderId, buyer, response } = await buyPublication(shop.url)
  expect(response.status).toBe(303)
  expect((await buyer.get(`${shop.url}${response.location}`)).text).toContain('Seu boleto está sendo gerado…')
  workerLine.recover()
  placedOrderIds.push(orderId)
  await expectInvariants(harness, placedOrderIds)
})

/** Sends the same form again until it becomes an order. Returns the order's number. */
function postUntilPlaced(
  buyer: Awaited<ReturnType<typeof prepareBuyer>>['buyer'],
  fields: Record<string, string>,
) {
  return waitFor(
    'the order',
    async () => readOrderNumber(await buyer.post(`${shop.url}/checkout`, fields)) || undefined,
  )
}
