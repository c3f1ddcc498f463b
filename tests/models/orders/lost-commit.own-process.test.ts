import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'

let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>

// The models of this file connect to the database through a proxy that can be cut.
beforeAll(async () => {
  proxy = await startDatabaseProxy(process.env.DATABASE_URL ?? '')
  globalThis.aeropubDatabase = connect(proxy.url)
})

afterAll(() => proxy.close())

test('reports an order as placed when only the response to its COMMIT was lost', async () => {
  const { db } = await import('#app/models/platform/db.server.ts')
  const { placeOrder } = await import('#app/models/orders/order-placement.server.ts')
  const { makeCart, makeOrderRequest } = await import('#tests/factories/orders.ts')
  const { makeDownload } = await import('#tests/factories/publications.ts')
  const request = await makeOrderRequest(await makeCart({ [await makeDownload()]: 1 }))
  proxy.break({ when: 'commit', what: 'lose-answer' })
  const result = await placeOrder(request)
  expect(result.isRepeated).toBe(true)
  const orders = await db.selectFrom('orders').select('id').execute()
  expect(orders).toEqual([{ id: result.orderId }])
  expect((await placeOrder(request)).orderId).toBe(result.orderId)
})
