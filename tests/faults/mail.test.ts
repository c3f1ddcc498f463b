import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness
let shop: ShopProcess
const placedOrderIds: number[] = []

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.startWeb()
  await Promise.all([harness.startWorker(), harness.startWorker()])
})

afterAll(() => harness.end())

test('an order proceeds without a mail server, and its mail follows later (row 16)', async () => {
  await harness.mail.close()
  const { orderId, buyer, response } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  await waitFor('a mail that could not be handed over', async () => {
    const mails = harness.db.selectFrom('outbox').where('job', '=', 'mail-order-received')
    const { last_error } = await mails.select('last_error').executeTakeFirstOrThrow()
    return last_error !== null
  })
  expect((await buyer.get(`${shop.url}${response.location}`)).text).toContain('Linha digitável')
  await harness.mail.reopen()
  await expectInvariants(harness, placedOrderIds)
})

test('a mail server that fails temporarily receives one mail (row 16)', async () => {
  harness.mail.reject(2)
  placedOrderIds.push((await buyPublication(shop.url)).orderId)
  await expectInvariants(harness, placedOrderIds)
})

test('a mail server that accepts a mail and disconnects receives it at most twice, with the same Message-ID (row 16)', async () => {
  harness.mail.hangUp(1)
  placedOrderIds.push((await buyPublication(shop.url)).orderId)
  await expectInvariants(harness, placedOrderIds, { maxDeliveries: 2 })
  expect(harness.mail.received.length).toBe(placedOrderIds.length + 1)
  // The next test expects one delivery of each mail.
  harness.mail.received.pop()
})

test('a mail server slower than the lease receives one mail, though another worker runs (row 16)', async () => {
  harness.mail.delay(2.5 * Number(harness.environment.LEASE_MS))
  placedOrderIds.push((await buyPublication(shop.url)).orderId)
  await expectInvariants(harness, placedOrderIds)
})
