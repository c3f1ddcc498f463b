import { expect, test } from 'vitest'
import { findOrderForPayment, listOrders } from '#app/models/orders/order.server.ts'
import { placeOrder } from '#app/models/orders/order-placement.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCart, makeOrder, makeOrderRequest } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

test('returns an order only to its owner', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const ownerProfile = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const stranger = await makeCustomer()
  expect(await findOrderForPayment(orderId, ownerProfile.id)).toMatchObject({ id: orderId })
  expect(await findOrderForPayment(orderId, stranger.profileId)).toBeUndefined()
  expect((await listOrders({ profileId: stranger.profileId, page: 1 })).rows).toEqual([])
})

test('lists own orders newest first, ten a page, with equal lines grouped', async () => {
  const customer = await makeCustomer()
  const manual = await makePublication()
  const buyer = { userId: customer.userId, profileId: customer.profileId, phone: '11988887777' }
  for (let index = 0; index < 12; index++) {
    const cart = await makeCart({ [manual]: 2 }, { userId: customer.userId })
    await placeOrder(await makeOrderRequest(cart, { buyer }))
    // Equal orders within ten minutes need a confirmation.
    const beforeRepeatPeriod = new Date(Date.now() - 3_600_000)
    await db.updateTable('orders').set({ created_at: beforeRepeatPeriod }).execute()
  }
  const firstPage = await listOrders({ profileId: customer.profileId, page: 1 })
  const secondPage = await listOrders({ profileId: customer.profileId, page: 2 })
  expect([firstPage.rows.length, secondPage.rows.length, firstPage.count, firstPage.pages]).toEqual([
    10, 2, 12, 2,
  ])
  const ids = [...firstPage.rows, ...secondPage.rows].map((row) => row.id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(firstPage.rows[0]?.lines).toMatchObject([{ publicationId: manual, quantity: 2, value: 80_00 }])
})
