import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakePixBank, pixKey, pixToken, startFakePixBank } from '#tests/support/fakes/fake-pix-bank.ts'
import type { Fault } from '#tests/support/fakes/fake-server.ts'
import type { ShopProcess } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buyPublication } from '../support/buyer.ts'

let harness: FaultHarness
let bank: FakePixBank
let shop: ShopProcess
let worker: ShopProcess
const placedOrderIds: number[] = []
const paidOrderIds: number[] = []

beforeAll(async () => {
  bank = await startFakePixBank()
  harness = await startHarness(bank.environment)
  const value = JSON.stringify({ isOffered: true, key: pixKey, kind: 'cobv' })
  await harness.db.insertInto('settings').values({ name: 'pix', value }).execute()
  shop = await harness.startWeb()
  worker = await harness.startWorker()
  bank.webhooks.set(pixKey, `${shop.url}/webhooks/pix/${pixToken}`)
})

afterEach(() => bank.heal())

afterAll(async () => {
  await harness.end()
  await bank.close()
})

const checkInvariants = () => expectInvariants(harness, placedOrderIds, { paidOrderIds })

/** Returns the order's charges at the bank, in any state. */
const listCharges = (orderId: number) =>
  bank.charges.filter(({ txid }) => txid.startsWith(String(orderId).padStart(10, '0')))

test.each<[string, Fault, string]>([
  ['is unresponsive', 'silent', 'PUT'],
  ['returns 429', 'status-429', 'PUT'],
  ['returns a malformed response', 'malformed', 'PUT'],
  ['creates the charge and loses its response', 'done-cut', 'PUT'],
  ['issues no token', 'status-500', 'POST'],
])('a bank that %s creates one charge of the order', async (_how, fault, method) => {
  // Charges are created by PUT, and tokens are requested by POST.
  if (method === 'POST') bank.expireTokens()
  bank.fail(fault, { times: 1, method: method === 'POST' ? 'POST' : 'PUT' })
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  await checkInvariants()
  expect(listCharges(orderId)).toHaveLength(1)
  expect(await listStates(orderId)).toEqual(['active'])
})

test('a worker killed twice after the bank created the charge uses the same charge', async () => {
  await worker.stop()
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  for (const _turn of [1, 2]) {
    const killedWorker = await harness.startWorker({ FAULT_POINT: 'issue-pix:issued' })
    expect(await killedWorker.ended).toBeNull()
    expect(listCharges(orderId)).toHaveLength(1)
  }
  worker = await harness.startWorker()
  await checkInvariants()
  expect(await listStates(orderId)).toEqual(['active'])
})

test('a Pix reported fifty times, with a wrong token and during bank failures, is one payment and one mail', async () => {
  const { orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  await checkInvariants()
  const [charge] = listCharges(orderId)
  const pix = bank.pay(charge?.txid ?? '')
  bank.fail('status-503', { times: 2, method: 'GET' })
  const wrongToken = 'x'.repeat(40)
  expect(await bank.callWebhook([pix], { address: `${shop.url}/webhooks/pix/${wrongToken}` })).toBe(401)
  const calls = Array.from({ length: 50 }, () => bank.callWebhook([pix]))
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  paidOrderIds.push(orderId)
  await checkInvariants()
  expect(await bank.callWebhook([pix])).toBe(200)
  await checkInvariants()
  const payments = await harness.db
    .selectFrom('payments')
    .select(['event_key', 'problem'])
    .where('order_id', '=', orderId)
    .execute()
  expect(payments).toEqual([{ event_key: `pix/${pix.endToEndId}`, problem: null }])
})

/** Returns the states of an order's charges in the shop. */
async function listStates(orderId: number): Promise<string[]> {
  const rows = await harness.db
    .selectFrom('pix_charges')
    .innerJoin('boletos', 'boletos.id', 'boleto_id')
    .select('pix_charges.state')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ state }) => state)
}
