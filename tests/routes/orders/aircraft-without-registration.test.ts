import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

test('the order and its review show the serial number of an aircraft without registration', async () => {
  await openShop()
  const order = await makeOrderUnderReview()
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: null, airplane_serial_number: '200512' })
    .execute()
  const [customer, staff] = [await loginAs(order), await loginAs({ userId: await makeStaff() })]
  const review = await fetchPage(staff, '/admin/review')
  expect(review.text).toContain('Número de série 200512')
  expect(review.text).not.toContain('não informada')
  // With a photo, the order would show its aircraft anyway.
  await db.updateTable('order_lines').set({ photo: null }).execute()
  expect((await fetchPage(customer, `/orders/${order.orderId}`)).text).toContain('nº de série 200512')
  expect((await fetchPage(staff, `/admin/order/${order.orderId}`)).text).toContain('Número de série: 200512')
})
