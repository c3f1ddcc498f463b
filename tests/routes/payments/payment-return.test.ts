import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as cart, action as changeCart } from '#app/routes/checkout/cart.tsx'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const reviewText = 'responder em até 24 horas'
const unpaidText = 'O pagamento não pôde ser processado'
const notFoundText = 'Não encontramos este pedido'

test.each([
  ['/payment_return?return_data=200', 200, reviewText],
  ['/payment_return/200', 200, reviewText],
  ['/payment_return?return_data=201', 200, unpaidText],
  ['/payment_return/201', 200, unpaidText],
  ['/payment_return?return_data=404', 404, notFoundText],
  ['/payment_return/404', 404, notFoundText],
  ['/payment_return', 404, notFoundText],
  ['/payment_return/999', 404, notFoundText],
  ['/payment_return?return_data=<script>', 404, notFoundText],
])('%s returns %i with its message', async (address, status, expectedText) => {
  const page = await fetchPage(new Visitor(), address)
  expect(page.status).toBe(status)
  expect(page.text).toContain(expectedText)
})

async function makeOrderInStatus(status: number) {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status, reason: null }).where('id', '=', order.orderId).execute()
  return { orderId: order.orderId, visitor: await loginAs({ userId: order.userId }) }
}

test.each([
  [orderStatus.underReview, 201, reviewText],
  [orderStatus.pendingPayment, 201, unpaidText],
  [orderStatus.pendingPayment, 200, 'O pedido espera o pagamento do boleto.'],
  [orderStatus.confirmed, 200, 'Pagamento confirmado'],
  [orderStatus.cancelled, 200, 'Cancelado'],
])(
  'shows the real state of an order in state %i, despite the code %i',
  async (status, code, expectedText) => {
    const { orderId, visitor } = await makeOrderInStatus(status)
    const page = await fetchPage(visitor, `/payment_return/${code}?order=${orderId}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(expectedText)
    expect(page.text).toContain(`pedido nº ${orderId}`)
    expect(page.html.includes(`href="/payment/${orderId}"`)).toBe(status === orderStatus.pendingPayment)
  },
)

test.each([200, 201, 404])('the return address with code %i does not empty the cart (D13)', async (code) => {
  const visitor = new Visitor()
  await visitor.post(changeCart, '/cart', { publication_id: await makeDownload(), add: '1' })
  await fetchPage(visitor, `/payment_return/${code}`)
  expect((await visitor.get(cart, '/cart')).data.items).toHaveLength(1)
})

test('returns 404 for another customer’s order', async () => {
  const { orderId } = await makeOrderInStatus(orderStatus.underReview)
  const stranger = await loginAs(await makeCustomer())
  const page = await fetchPage(stranger, `/payment_return/200?order=${orderId}`)
  expect([page.status, page.text.includes(notFoundText)]).toEqual([404, true])
})

test('redirects a visitor to the login and back to the order', async () => {
  const { orderId } = await makeOrderInStatus(orderStatus.underReview)
  const address = `/payment_return?return_data=200&order=${orderId}`
  const page = await fetchPage(new Visitor(), address)
  expect(page.location).toBe(`/login?redirectTo=${encodeURIComponent(address)}`)
})
