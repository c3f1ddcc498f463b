import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeAsaas, startFakeAsaas } from '#tests/support/fakes/fake-asaas.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'
import type { ShopProcess } from '../support/shop.ts'
import { type FaultHarness, startHarness, workerWithoutPdf } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication, publications } from './support/buyer.ts'

let harness: FaultHarness
let gateway: FakeAsaas
let shop: ShopProcess
let worker: ShopProcess
const placedOrderIds: number[] = []
const paidOrderIds: number[] = []

beforeAll(async () => {
  gateway = await startFakeAsaas()
  harness = await startHarness(gateway.environment)
  const value = JSON.stringify({ issuer: 'asaas', agencyAndCode: '', wallet: '' })
  await harness.db.insertInto('settings').values({ name: 'issuer', value }).execute()
  shop = await harness.startWeb()
  worker = await harness.startWorker()
  gateway.webhook.url = `${shop.url}/webhooks/asaas`
})

afterEach(() => gateway.heal())

afterAll(async () => {
  await harness.end()
  await gateway.close()
})

const checkInvariants = () => expectInvariants(harness, placedOrderIds, { paidOrderIds, gateway })

const gatewayFaults: [string, Fault][] = [
  ['returns 500', 'status-500'],
  ['creates the charge and loses its response', 'done-cut'],
  ['is unresponsive', 'silent'],
  ['returns 429', 'status-429'],
  ['returns a malformed response', 'malformed'],
  ['creates the charge and becomes unresponsive', 'done-silent'],
]

test.each(sampleCases(gatewayFaults, 2))(
  'a gateway that %s creates one charge, and the buyer receives one boleto and one mail (row 17)',
  async (_how, fault) => {
    gateway.fail(fault, { times: 1, path: /^\/payments$/, method: 'POST' })
    const { orderId, response } = await buyPublication(shop.url)
    expect(response.status).toBe(303)
    placedOrderIds.push(orderId)
    await checkInvariants()
  },
)

test('a worker killed twice after the gateway created a charge uses the same charge (row 17)', async () => {
  await worker.stop()
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  for (const _turn of [1, 2]) {
    const killedWorker = await harness.startWorker({
      ...workerWithoutPdf,
      FAULT_POINT: 'issue-boleto:issued',
    })
    expect(await killedWorker.ended).toBeNull()
    expect(gateway.listChargesOfOrder(orderId)).toHaveLength(1)
  }
  worker = await harness.startWorker()
  await checkInvariants()
})

test('a payment reported a hundred times, out of order, forged and late, is recorded and mailed once (row 18)', async () => {
  const { orderId, buyer } = await buyPublication(shop.url, publications.index)
  placedOrderIds.push(orderId)
  await checkInvariants()
  const charge = findCharge(orderId)
  const created = gateway.makeWebhookEvent('PAYMENT_CREATED', charge.id)
  const overdue = gateway.makeWebhookEvent('PAYMENT_OVERDUE', charge.id)
  expect(
    await gateway.deliverEvent(
      gateway.makeWebhookEvent('PAYMENT_RECEIVED', charge.id),
      'forged-forged-forged',
    ),
  ).toBe(401)
  const received = await gateway.pay(charge.id)
  const copies = Array.from({ length: 100 }, () => gateway.deliverEvent(received))
  expect(new Set(await Promise.all(copies))).toEqual(new Set([200]))
  expect([await gateway.deliverEvent(overdue), await gateway.deliverEvent(created)]).toEqual([200, 200])
  paidOrderIds.push(orderId)
  await checkInvariants()
  // The same events arrive again a week later.
  await harness.db
    .updateTable('gateway_events')
    .set({ received_at: new Date(Date.now() - 7 * 86_400_000) })
    .execute()
  expect([await gateway.deliverEvent(received), await gateway.deliverEvent(overdue)]).toEqual([200, 200])
  await checkInvariants()
  expect(await listPayments(orderId)).toEqual([charge.value * 100])
  const page = await buyer.get(`${shop.url}/manage`)
  const link = /href="(\/downloads\/\d+)"/.exec(page.text)?.[1]
  expect(link).toBeDefined()
  expect((await buyer.get(`${shop.url}${link}`)).status).toBeLessThan(400)
})

test('a webhook event waits until its boleto is recorded (row 18)', async () => {
  await worker.stop()
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  const killedWorker = await harness.startWorker({ ...workerWithoutPdf, FAULT_POINT: 'issue-boleto:issued' })
  expect(await killedWorker.ended).toBeNull()
  await gateway.pay(findCharge(orderId).id)
  paidOrderIds.push(orderId)
  worker = await harness.startWorker()
  await expectInvariants(harness, placedOrderIds, { paidOrderIds, earlyPaidOrderIds: [orderId], gateway })
  expect(await listPayments(orderId)).toHaveLength(1)
})

function findCharge(orderId: number) {
  const [charge] = gateway.listChargesOfOrder(orderId)
  if (!charge) throw new Error('no charge')
  return charge
}

/** Returns the money received for an order, in centavos. */
async function listPayments(orderId: number): Promise<number[]> {
  const rows = await harness.db
    .selectFrom('payments')
    .select('value')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ value }) => value)
}
