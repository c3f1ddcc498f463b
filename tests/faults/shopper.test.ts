import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPublicationByCode } from '#db/seed/publications.ts'
import type { ShopProcess } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import {
  Buyer,
  buyerFields,
  buyPublication,
  prepareBuyer,
  publications,
  readOrderNumber,
} from './support/buyer.ts'

/** A printed manual in addition to the default one. */
const secondManual = findPublicationByCode('MV-200').id

let harness: FaultHarness
let shop: ShopProcess
const placedOrderIds: number[] = []

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.startWeb()
  await harness.startWorker()
})

afterAll(() => harness.end())

test('a cart changed in another tab is shown again, and confirming it places one order of both publications (row 25)', async () => {
  const { buyer, email, fields } = await prepareBuyer(shop.url)
  await buyer.duplicate().addToCart(shop.url, publications.index)
  const staleAnswer = await buyer.submit(`${shop.url}/checkout`, fields)
  expect(staleAnswer.text).toContain('Seu carrinho mudou. Confira antes de confirmar.')
  expect(await harness.listOrders()).toEqual(placedOrderIds)
  const response = await buyer.post(`${shop.url}/checkout`, await buyer.fillForm(shop.url, email))
  placedOrderIds.push(readOrderNumber(response))
  expect(await listBoughtIds(readOrderNumber(response))).toEqual([publications.index, publications.manual])
  await expectInvariants(harness, placedOrderIds)
})

test('an expired session redirects to the login and back, and the order is placed once (row 26)', async () => {
  const { email, buyer } = await makeCustomer()
  await buyer.addToCart(shop.url, publications.manual)
  const fields = await buyer.fillForm(shop.url, email)
  await harness.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .execute()
  const expiredResponse = await buyer.submit(`${shop.url}/checkout`, fields)
  expect(expiredResponse.location).toMatch(/^\/login\?/)
  const login = await buyer.get(`${shop.url}${expiredResponse.location}`)
  expect(login.text).toContain('Sua sessão terminou.')
  expect(await harness.listOrders()).toEqual(placedOrderIds)
  const pathAfterLogin = await logIn(
    buyer,
    email,
    new URL(expiredResponse.location, shop.url).searchParams.get('redirectTo') ?? '',
  )
  expect((await buyer.get(`${shop.url}${pathAfterLogin}`)).status).toBe(200)
  const response = await buyer.post(`${shop.url}/checkout`, await buyer.fillForm(shop.url, email))
  placedOrderIds.push(readOrderNumber(response))
  await expectInvariants(harness, placedOrderIds)
})

test('a cart filled before the login merges with the account’s cart into one order (row 26)', async () => {
  const { email, buyer } = await makeCustomer()
  await buyer.addToCart(shop.url, publications.manual)
  const otherBrowser = new Buyer()
  await otherBrowser.addToCart(shop.url, secondManual)
  await logIn(otherBrowser, email, '/checkout')
  const response = await otherBrowser.post(
    `${shop.url}/checkout`,
    await otherBrowser.fillForm(shop.url, email),
  )
  placedOrderIds.push(readOrderNumber(response))
  expect(await listBoughtIds(readOrderNumber(response))).toEqual([secondManual, publications.manual])
  await expectInvariants(harness, placedOrderIds)
})

/** Returns a logged-in customer with an earlier order. */
async function makeCustomer() {
  const { buyer, fields, orderId } = await buyPublication(shop.url, publications.index)
  placedOrderIds.push(orderId)
  return { buyer, email: fields['buyer.email'] ?? '' }
}

/** Logs in. Returns the address of the redirect. */
async function logIn(buyer: Buyer, email: string, redirectTo: string): Promise<string> {
  const fields = { email, password: buyerFields['buyer.password'], redirectTo }
  return (await buyer.post(`${shop.url}/login`, fields)).location
}

async function listBoughtIds(orderId: number): Promise<number[]> {
  const rows = await harness.db
    .selectFrom('order_lines')
    .select('publication_id')
    .where('order_id', '=', orderId)
    .orderBy('publication_id')
    .execute()
  return rows.map((row) => Number(row.publication_id))
}
