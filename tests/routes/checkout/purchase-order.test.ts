import { beforeEach, expect, test } from 'vitest'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { anonymiseOrder } from '#app/models/backoffice/order-retention.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { billing, confirmCheckout, fillCart, fillCheckoutForm } from '#tests/support/checkout-form.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

const customerFields = { ...billing, 'buyer.phone': '(14) 99999-0000' }
const tooLongNumber = '9'.repeat(31)
const loadOnlyOrder = () => db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()

/** Places an order with a purchase order number by the form. */
async function placeOrderWithNumber(purchase_order: string) {
  const customer = await makeCustomer()
  const visitor = await fillCart(await loginAs(customer), { [await makeDownload()]: 1 })
  const answer = await confirmCheckout(
    visitor,
    await fillCheckoutForm(visitor, { ...customerFields, purchase_order }),
  )
  return { customer, visitor, answer }
}

test('stores the purchase order number in order and mail, and staff find the order by the number’s start', async () => {
  const { visitor } = await placeOrderWithNumber('  PC-4500123 ')
  const order = await loadOnlyOrder()
  expect(order.purchase_order).toBe('PC-4500123')
  expect((await fetchPage(visitor, `/orders/${order.id}`)).text).toContain(
    'Nº do pedido de compra PC-4500123',
  )
  await issueBoleto.run(String(order.id), { id: 1 })
  await requireMailJob('mail-order-received').run(String(order.id), { id: 871 })
  expect((await readMail(871)).body).toContain('Pedido de compra: PC-4500123')
  const staff = await loginAs({ userId: await makeStaff() })
  expect((await fetchPage(staff, `/admin/order/${order.id}`)).text).toContain('PC-4500123')
  for (const search of ['pc-4500123', 'PC-45']) {
    const listPage = await fetchPage(staff, `/admin/orders?search=${search}`)
    expect(listPage.html, search).toContain(`href="/admin/order/${order.id}"`)
    expect((await fetchPage(staff, `/admin/search?q=${search}`)).location).toBe(`/admin/order/${order.id}`)
  }
  expect((await fetchPage(staff, '/admin/orders?search=4500123')).html).not.toContain(
    `/admin/order/${order.id}"`,
  )
  expect((await fetchPage(staff, '/admin/orders.csv')).text).toContain('PC-4500123')
})

test('omits an empty purchase order number, and rejects a too long number at its field', async () => {
  const { answer, visitor } = await placeOrderWithNumber(tooLongNumber)
  expect(answer.status).toBe(400)
  expect(answer.data.error).toEqual({ purchase_order: ['Use no máximo 30 caracteres'] })
  expect((await fetchPage(visitor, '/checkout')).html).toContain(`value="${tooLongNumber}"`)
  await confirmCheckout(visitor, await fillCheckoutForm(visitor, { ...customerFields, purchase_order: ' ' }))
  const order = await loadOnlyOrder()
  expect(order.purchase_order).toBeNull()
  expect((await fetchPage(visitor, `/orders/${order.id}`)).text).not.toContain('pedido de compra')
})

test('staff change the number with history, a form without the field leaves it, and a conflict shows both', async () => {
  await placeOrderWithNumber('PC-1')
  const { id } = await loadOnlyOrder()
  const staff = await loginAs({ userId: await makeStaff() })
  await fetchPage(staff, `/admin/order/${id}`, { note: '', purchase_order: 'PC-2', lock_version: 0 })
  await fetchPage(staff, `/admin/order/${id}`, { note: 'Uma', lock_version: 1 })
  expect(await loadOnlyOrder()).toMatchObject({ purchase_order: 'PC-2', note: 'Uma' })
  expect(JSON.stringify(await listHistoryForStaff('order', id))).toContain('PC-2')
  const conflictPage = await fetchPage(staff, `/admin/order/${id}`, {
    note: 'Uma',
    purchase_order: 'PC-3',
    lock_version: 0,
  })
  expect([conflictPage.status, conflictPage.text.includes('gravado “PC-2”, digitado “PC-3”')]).toEqual([
    409,
    true,
  ])
})

test('exports the number with the personal data and removes it on anonymisation', async () => {
  const { visitor } = await placeOrderWithNumber('PC-1')
  const { id } = await loadOnlyOrder()
  expect((await fetchPage(visitor, '/account/export.json', {})).html).toContain('PC-1')
  await anonymiseOrder(id, 'Conta removida')
  expect((await loadOnlyOrder()).purchase_order).toBeNull()
})

test('the API sets and returns the number, and staff change the number by API', async () => {
  const customer = await makeCustomer()
  const orderFields = {
    profile: customer.profileId,
    publications: [{ publication: await makeDownload({ price: 80_00 }), value: 80 }],
    shipping_type: 'Download',
    shipping_value: 0,
  }
  const client = await callAs(customer)
  const tooLong = await client.post('/order/', { ...orderFields, purchase_order: tooLongNumber })
  expect([tooLong.status, Object.keys(tooLong.body)]).toEqual([400, ['purchase_order', 'non_field_errors']])
  const { body } = await client.post('/order/', { ...orderFields, purchase_order: ' PC-7 ' })
  expect((await client.get(`/order/${body.id}`)).body.purchase_order).toBe('PC-7')
  const staff = await callAs({ userId: await makeStaff() })
  const answer = await staff.put(`/order/${body.id}/`, { purchase_order: 'PC-8' })
  expect(answer.body).toMatchObject({ purchase_order: 'PC-8' })
  expect((await staff.put(`/order/${body.id}/`, { note: 'Só a nota' })).body.purchase_order).toBe('PC-8')
})
