import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopProcess } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { sampleCases } from './rows/selection.ts'
import { buyPublication, prepareBuyer, readOrderNumber } from './support/buyer.ts'

let harness: FaultHarness
let shop: ShopProcess
const placedOrderIds: number[] = []

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.startWeb()
  await harness.startWorker()
})

afterAll(() => harness.end())

test('fifty identical forms to two web processes create one order and receive the same response (row 23)', async () => {
  const otherWeb = await harness.startWeb()
  const { buyer, fields } = await prepareBuyer(shop.url)
  const duplicates = Array.from({ length: 50 }, () => buyer.duplicate())
  const responses = await Promise.all(
    duplicates.map((duplicate, index) =>
      duplicate.post(`${index % 2 ? shop.url : otherWeb.url}/checkout`, fields),
    ),
  )
  const [firstResponse] = responses
  placedOrderIds.push(readOrderNumber(firstResponse ?? { location: '' }))
  expect(new Set(responses.map((response) => `${response.status} ${response.location}`))).toEqual(
    new Set([`303 ${firstResponse?.location}`]),
  )
  const pages = await Promise.all(
    duplicates.map((duplicate) => duplicate.get(`${shop.url}${firstResponse?.location}`)),
  )
  expect(new Set(pages.map((page) => page.status))).toEqual(new Set([200]))
  await otherWeb.stop()
  await expectInvariants(harness, placedOrderIds)
})

const killedAt = [
  ['before the COMMIT', 'place-order:written'],
  ['after the COMMIT', 'place-order:committed'],
  ['before its response', 'POST /checkout:made'],
  ['before the transaction', 'place-order:called'],
  ['when the order is inserted', 'place-order:inserted'],
  ['after its response', 'POST /checkout:sent'],
] as const

test.each(sampleCases(killedAt, 3))(
  'a web process killed %s loses and duplicates nothing when the form is sent again (row 14)',
  async (_when, point) => {
    const killedWeb = await harness.startWeb({ FAULT_POINT: point })
    const { buyer, fields } = await prepareBuyer(shop.url)
    const failedRequest = await buyer
      .duplicate()
      .post(`${killedWeb.url}/checkout`, fields)
      .catch(() => undefined)
    expect(await killedWeb.ended).toBeNull()
    const response = await buyer.post(`${shop.url}/checkout`, fields)
    expect(response.status).toBe(303)
    if (failedRequest) expect(failedRequest).toEqual(response)
    placedOrderIds.push(readOrderNumber(response))
    expect((await buyer.get(`${shop.url}${response.location}`)).status).toBe(200)
    await expectInvariants(harness, placedOrderIds)
  },
)

test('Back, F5 and an old tab lead to the order created from them (row 24)', async () => {
  const { buyer, fields, response, orderId } = await buyPublication(shop.url)
  placedOrderIds.push(orderId)
  expect(await buyer.post(`${shop.url}/checkout`, fields)).toEqual(response)
  expect(await buyer.post(`${shop.url}/checkout`, { ...fields, intent: 'quote' })).toEqual(response)
  for (const _reload of [1, 2])
    expect((await buyer.get(`${shop.url}${response.location}`)).text).toContain(`Pedido nº ${orderId}`)
  const back = await buyer.get(`${shop.url}/checkout`)
  expect([back.status, back.location]).toEqual([303, '/cart'])
  const cart = await buyer.get(`${shop.url}/cart`)
  expect(cart.text.replaceAll('<!-- -->', '')).toContain(
    `Este pedido já foi feito: <a href="${response.location}">nº ${orderId}</a>`,
  )
  expect(cart.text).toContain('Seu carrinho está vazio')
  expect((await buyer.get(`${shop.url}/cart`)).text).not.toContain('Este pedido já foi feito')
  await expectInvariants(harness, placedOrderIds)
})

test('a web process that receives SIGTERM finishes its requests, exits with code 0 and refuses later ones', async () => {
  const web = await harness.startWeb()
  const running = Array.from({ length: 20 }, () =>
    fetch(`${web.url}/publications`).then((response) => response.status),
  )
  const ended = web.stop()
  const statuses = await Promise.allSettled(running)
  expect(statuses.filter((status) => status.status === 'fulfilled' && status.value !== 200)).toEqual([])
  expect(await ended).toBe(0)
  await expect(fetch(`${web.url}/healthz`)).rejects.toThrow()
})
